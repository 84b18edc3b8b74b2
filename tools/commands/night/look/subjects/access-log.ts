import { probeIdentity } from '../../../../../functions/shared/probe-identity.ts';
import type { Asking } from '../asking.ts';
import { type Expected, propertyAt } from '../expected.ts';
import { askLogs, type Row } from './log-query.ts';
import { timesOfLines } from './log-times.ts';
import { type Context, ofType } from './subject.ts';

// The log of the gateway, which has a line for each request.

export type Sender = 'clients' | 'the probe';

/** What the gateway logs about a failure. A value that is missing is `-`. */
const failureFields = [
  'status',
  'error',
  'authorizerError',
  'integrationError',
  'integrationStatus',
  'functionStatus',
] as const;

/** The log group of the requests, as the template names it. */
export function accessLogOf(expected: readonly Expected[]): string | undefined {
  const [stage] = ofType(expected, 'AWS::ApiGatewayV2::Stage');
  const arn = propertyAt(stage?.properties, 'AccessLogSettings.DestinationArn');
  return /:log-group:(.+)$/.exec(String(arn))?.[1];
}

/** How many requests of the last hour had the same outcome. */
export function askRequests(asking: Asking, { expected, now }: Context, sender: Sender) {
  const group = accessLogOf(expected);
  if (group === undefined) return undefined;
  const text = [
    `filter client ${sender === 'the probe' ? '=' : '!='} "${probeIdentity.client}"`,
    `stats count() as requests, ${timesOfLines} by ${failureFields.join(', ')}`,
    'sort requests desc',
  ].join('\n| ');
  return askLogs(asking, { groups: [group], text, now });
}

/** How many requests these are. */
export function requestsIn(rows: readonly Row[]): number {
  return rows.reduce((total, { requests = 0 }) => total + Number(requests), 0);
}

/** How many of them got 2xx. */
export function servedIn(rows: readonly Row[]): number {
  return requestsIn(rows.filter(({ status }) => status?.startsWith('2')));
}
