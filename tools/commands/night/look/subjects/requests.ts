import { pagingShare, promisedShare } from '../../../../../functions/service.ts';
import { type AwsAnswer, known } from '../aws-answer.ts';
import type { Finding } from '../finding.ts';
import { groupsBy } from '../groups-by.ts';
import { night } from '../mends.ts';
import { askRequests, requestsIn, type Sender } from './access-log.ts';
import type { Row } from './log-query.ts';
import { period } from './log-times.ts';
import { type Context, hasProbe, type Note, type Subject } from './subject.ts';

interface RequestAnswers {
  readonly clients: AwsAnswer<readonly Row[]> | undefined;
  readonly probe: AwsAnswer<readonly Row[]> | undefined;
}

/** docs/CLIENTS.md tells clients to do so. */
export const clientsGiveUp = 'Clients repeat such a request for half a minute, and then give up.';

/** The requests of the last hour, and those that failed, by their outcome. */
export const requests: Subject<RequestAnswers> = {
  async ask(asking, context) {
    const [clients, probe] = await Promise.all([
      askRequests(asking, context, 'clients'),
      askRequests(asking, context, 'the probe'),
    ]);
    return { clients, probe };
  },

  judge({ clients, probe }, context) {
    const rows = known(clients);
    const ofProbe = known(probe);
    const facts: string[] = [];
    if (rows)
      facts.push(
        `Requests of clients in the last hour: ${counts(rows)}. The newest minutes can be missing.`,
      );
    if (ofProbe && hasProbe(context)) facts.push(`Requests of the probe: ${counts(ofProbe)}.`);
    return {
      findings: [...failing(rows ?? [], 'clients'), ...failing(ofProbe ?? [], 'the probe')],
      facts,
      notes: manyRefused(rows ?? [], context),
    };
  },
};

/** `4200 × 200, 12 × 400`. */
function counts(rows: readonly Row[]): string {
  const byStatus = groupsBy(rows, (row) => `${row['status']}`);
  const parts = [...byStatus]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([status, its]) => `${requestsIn(its)} × ${status}`);
  return parts.join(', ') || 'none';
}

/** What clients notice. With two failures or fewer, the share means nothing. */
function failing(rows: readonly Row[], sender: Sender): Finding[] {
  const all = requestsIn(rows);
  const failed = rows.filter(({ status }) => status?.startsWith('5'));
  const throttled = rows.filter(({ status }) => status === '429');
  const isMore = (some: readonly Row[], share: number) =>
    requestsIn(some) > 2 && requestsIn(some) > share * all;
  const findings: Finding[] = [];
  // No alarm has this share: each looks at less than its 30 days, and allows more.
  if (isMore(failed, promisedShare)) findings.push(failedRequests(failed, all, sender));
  if (isMore(throttled, pagingShare)) findings.push(throttledRequests(throttled, all, sender));
  return findings;
}

function failedRequests(rows: readonly Row[], all: number, sender: Sender): Finding {
  const most = rows.slice(0, 3);
  const reasons = most.map((row) => `${requestsIn([row])} × ${reasonOf(row)}`);
  return {
    rank: 'HURTS',
    what: `${period(rows)}, ${requestsIn(rows)} of ${all} requests of ${sender} failed: ${reasons.join(', ')}.`,
    means: clientsGiveUp,
    detail: most.flatMap(textsOf).join(' '),
    runbook: 'unavailable',
    commands: [],
  };
}

function throttledRequests(rows: readonly Row[], all: number, sender: Sender): Finding {
  return {
    rank: 'LIMITS',
    what: `${period(rows)}, ${requestsIn(rows)} of ${all} requests of ${sender} were refused with 429.`,
    means: clientsGiveUp,
    runbook: 'throttled',
    commands: [],
  };
}

/** A flood, or a client that repeats with a wrong token. Both are no fault of the stage. */
function manyRefused(rows: readonly Row[], { stage }: Context): Note[] {
  const all = requestsIn(rows);
  const its = requestsIn(rows.filter(({ status }) => status === '401' || status === '403'));
  if (its < 120 || its < 0.1 * all) return [];
  return [
    {
      topic: 'many refused requests',
      text: `In the last hour, ${its} of ${all} requests of clients got 401 or 403: a flood, or a client with a wrong token. RUNBOOK#a-flood`,
      commands: [night(stage, 'query', 'requests-by-client')],
    },
  ];
}

function isThere(value: string | undefined): value is string {
  return value !== undefined && value !== '' && value !== '-';
}

/** In the words of this page. The texts of AWS are for people only. */
function reasonOf({ status, authorizerError, integrationStatus, functionStatus }: Row): string {
  if (isThere(authorizerError)) return `${status}: the authorizer did not answer`;
  if (integrationStatus === '429') return `${status}: Lambda did not start the function`;
  if (integrationStatus === '403') return `${status}: the gateway may not start the function`;
  if (isThere(functionStatus)) return `${status}: the function answered ${functionStatus}`;
  return `${status}: the function crashed, or its time was over`;
}

function textsOf({ authorizerError, integrationError, error }: Row): string[] {
  return [authorizerError, integrationError, error].filter(isThere);
}
