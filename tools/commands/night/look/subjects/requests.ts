import { probeIdentity } from '../../../../../functions/shared/probe-identity.ts';
import { type Answer, known } from '../answer.ts';
import type { Asking } from '../asking.ts';
import type { Expected } from '../expected.ts';
import type { Finding } from '../finding.ts';
import { night } from '../mends.ts';
import { askLogs, type Row } from './log-query.ts';
import { period, timesOfLines } from './log-times.ts';
import { type Asked, type Note, ofType, type Subject } from './subject.ts';

interface RequestAnswers {
  readonly clients: Answer<readonly Row[]> | undefined;
  readonly probe: Answer<readonly Row[]> | undefined;
}

/** docs/CLIENTS.md tells clients to do so. */
export const clientsGiveUp = 'Clients repeat such a request for half a minute, and then give up.';

/**
 * The promise to clients is that our faults are no larger part of their requests: infra/monitoring/service-alarms.ts.
 * No alarm has this share: each looks at less than its 30 days, and allows more.
 */
const promisedShare = 0.005;

/** At this share, the alarm about requests with 429 pages. */
export const pagingShare = 0.06;

/** What the gateway logs about a failure. A value that is missing is `-`. */
const kind = [
  'status',
  'error',
  'authorizerError',
  'integrationError',
  'integrationStatus',
  'functionStatus',
] as const;

/** The log of requests, as the template names it. */
export function accessLogOf(expected: readonly Expected[]): string | undefined {
  const [stage] = ofType(expected, 'AWS::ApiGatewayV2::Stage');
  const settings = stage?.properties['AccessLogSettings'] as
    | { DestinationArn?: unknown }
    | undefined;
  return /:log-group:(.+)$/.exec(String(settings?.DestinationArn))?.[1];
}

export function askRequests(asking: Asking, { expected, now }: Asked, isProbe: boolean) {
  const group = accessLogOf(expected);
  if (group === undefined) return undefined;
  const text = [
    `filter client ${isProbe ? '=' : '!='} "${probeIdentity.client}"`,
    `stats count() as requests, ${timesOfLines} by ${kind.join(', ')}`,
    'sort requests desc',
  ].join('\n| ');
  return askLogs(asking, { groups: [group], text, now });
}

/** The requests of the last hour, and those that failed, by kind. */
export const requests: Subject<RequestAnswers> = {
  async ask(asking, asked) {
    const [clients, probe] = await Promise.all([
      askRequests(asking, asked, false),
      askRequests(asking, asked, true),
    ]);
    return { clients, probe };
  },

  judge({ clients, probe }, asked) {
    const rows = known(clients);
    const ofProbe = known(probe);
    const facts = [
      ...(rows
        ? [
            `Requests of clients in the last hour: ${counts(rows)}. The newest minutes can be missing.`,
          ]
        : []),
      ...(ofProbe && hasProbe(asked) ? [`Requests of the probe: ${counts(ofProbe)}.`] : []),
    ];
    return {
      findings: [...failing(rows ?? [], 'clients'), ...failing(ofProbe ?? [], 'the probe')],
      facts,
      notes: refused(rows ?? [], asked),
    };
  },
};

export function hasProbe({ expected }: Asked): boolean {
  return ofType(expected, 'AWS::Scheduler::Schedule').length > 0;
}

function requestsOf(row: Row): number {
  return Number(row['requests'] ?? 0);
}

export function sum(rows: readonly Row[]): number {
  return rows.reduce((total, row) => total + requestsOf(row), 0);
}

/** How many got 2xx. */
export function servedIn(rows: readonly Row[]): number {
  return sum(rows.filter(({ status }) => status?.startsWith('2')));
}

/** `4200 × 200, 12 × 400`. */
function counts(rows: readonly Row[]): string {
  const byStatus = Map.groupBy(rows, (row) => `${row['status']}`);
  const parts = [...byStatus]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([status, its]) => `${sum(its)} × ${status}`);
  return parts.join(', ') || 'none';
}

/** More than the promise to clients, and more than two. */
function failing(rows: readonly Row[], sender: string): Finding[] {
  const all = sum(rows);
  const failed = rows.filter(({ status }) => status?.startsWith('5'));
  const throttled = rows.filter(({ status }) => status === '429');
  const isMany = (some: readonly Row[], share: number) => sum(some) > 2 && sum(some) > share * all;
  return [
    ...(isMany(failed, promisedShare) ? [ofKinds(failed)] : []),
    ...(isMany(throttled, pagingShare) ? [limited()] : []),
  ];

  function ofKinds(some: readonly Row[]): Finding {
    const reasons = some.slice(0, 3).map((row) => `${requestsOf(row)} × ${reasonOf(row)}`);
    return {
      rank: 'HURTS',
      what: `${period(some)}, ${sum(some)} of ${all} requests of ${sender} failed: ${reasons.join(', ')}.`,
      means: clientsGiveUp,
      detail: some.slice(0, 3).flatMap(textsOf).join(' '),
      runbook: 'unavailable',
      commands: [],
    };
  }

  function limited(): Finding {
    return {
      rank: 'LIMITS',
      what: `${period(throttled)}, ${sum(throttled)} of ${all} requests of ${sender} were refused with 429.`,
      means: clientsGiveUp,
      runbook: 'throttled',
      commands: [],
    };
  }
}

/** A flood, or a client that repeats with a wrong token. Both are no fault of the stage. */
function refused(rows: readonly Row[], { stage }: Asked): Note[] {
  const all = sum(rows);
  const its = sum(rows.filter(({ status }) => status === '401' || status === '403'));
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
