import type { MetricDataResult } from '@aws-sdk/client-cloudwatch';
import type { Asking } from '../asking.ts';
import { type AwsAnswer, known } from '../aws-answer.ts';
import type { Finding } from '../finding.ts';
import { day, minute } from '../spans.ts';
import { askRequests, requestsIn, servedIn } from './access-log.ts';
import type { Row } from './log-query.ts';
import { askMetrics } from './metric-query.ts';
import { type Context, hasProbe, type Note, ofType, type Subject } from './subject.ts';

interface SilenceAnswers {
  readonly probe: AwsAnswer<readonly Row[]> | undefined;
  /** All requests, also those of the probe. */
  readonly counts: AwsAnswer<readonly MetricDataResult[]> | undefined;
}

const quarter = 15 * minute;
const halfHour = 30 * minute;
const days = 7;

/** With fewer requests in half an hour, some more or less mean nothing. */
const fewest = 60;

/** Requests of clients that do not come any more: no alarm and no log sees what stands before the API. */
export const silence: Subject<SilenceAnswers> = {
  async ask(asking, context) {
    if (!hasProbe(context)) return { probe: undefined, counts: undefined };
    const [probe, counts] = await Promise.all([
      askRequests(asking, context, 'the probe'),
      askCounts(asking, context),
    ]);
    return { probe, counts };
  },

  judge({ probe, counts }, { now }) {
    const ofProbe = known(probe) ?? [];
    const [result] = known(counts) ?? [];
    // If the probe is not served either, other findings say more.
    if (servedIn(ofProbe) === 0 || result === undefined) return { findings: [] };
    // The probe sends as many in each half of the hour.
    const [last = 0, ...before] = halfHoursOf(result, now).map((all) =>
      Math.max(0, all - Math.round(requestsIn(ofProbe) / 2)),
    );
    const usual = Math.min(...before);
    if (usual < fewest || last > usual / 2) return { findings: [] };
    const what = `Clients sent ${last} requests in half an hour, and at least ${usual} at this time of each of the last ${days} days.`;
    return last < usual / 10
      ? { findings: [silent(what)] }
      : { findings: [], notes: [fewer(what)] };
  },
};

function askCounts(asking: Asking, { expected, now }: Context) {
  const [api] = ofType(expected, 'AWS::ApiGatewayV2::Api');
  if (api?.physicalId === undefined) return undefined;
  const Metric = {
    Namespace: 'AWS/ApiGateway',
    MetricName: 'Count',
    Dimensions: [{ Name: 'ApiId', Value: api.physicalId }],
  };
  const MetricStat = { Metric, Period: quarter / 1000, Stat: 'Sum' };
  const queries = [{ Id: 'requests', MetricStat }];
  return askMetrics(asking, { queries, now, hours: 24 * days + 2 });
}

/** The requests of the last half hour, and of the same half hour of each day before. Its newest quarters are complete. */
function halfHoursOf({ Timestamps = [], Values = [] }: MetricDataResult, now: Date): number[] {
  const end = Math.floor((now.getTime() - 5 * minute) / quarter) * quarter;
  const halfHours = new Array<number>(days + 1).fill(0);
  for (const [index, time] of Timestamps.entries()) {
    // A quarter has the time of its begin.
    const age = end - time.getTime();
    const daysAgo = Math.ceil(age / day) - 1;
    const isInHalfHour = age - daysAgo * day <= halfHour;
    if (daysAgo >= 0 && isInHalfHour)
      halfHours[daysAgo] = (halfHours[daysAgo] ?? 0) + (Values[index] ?? 0);
  }
  return halfHours;
}

const means =
  'The probe is served, so the stage works. Perhaps something before it does not: a domain, a certificate, DNS, or a proxy of a client.';
const runbook = 'clients-cannot-connect';

function silent(what: string): Finding {
  return { rank: 'HURTS', what, means, runbook, commands: [] };
}

function fewer(what: string): Note {
  return { topic: 'fewer requests than usual', text: `${what} ${means} RUNBOOK#${runbook}` };
}
