import { FilterPattern, type JsonPattern } from 'aws-cdk-lib/aws-logs';
import { probeIdentity } from '../../functions/shared/probe-identity.ts';
import { accessLog } from '../access-log.ts';
import { functionLog, ourFailures } from '../function-log.ts';
import { slowSeconds } from './alarm-entry.ts';

// What a line of a log must say, so that a filter counts it.

const { all: allOf, any: anyOf, notExists, numberValue, regexValue, stringValue } = FilterPattern;

export function isAnyOf(field: string, ...texts: readonly string[]): JsonPattern {
  return anyOf(...texts.map((text) => stringValue(`$.${field}`, '=', text)));
}

/**
 * A line of the access log that does not name the probe. Authorize names it, so a 429, and a 5xx of a failed Authorize, name
 * nobody: alarms on these also count the requests of the probe.
 */
const accessLineNotOfProbe = stringValue(`$.${accessLog.client}`, '!=', probeIdentity.client);

/** Lines of the access log: requests of clients with one of these statuses. */
export function sentByClient(...statuses: readonly string[]): JsonPattern[] {
  return [isAnyOf(accessLog.status, ...statuses), accessLineNotOfProbe];
}

/**
 * The answer was slow. This is right for a `slowSeconds` of one digit. The time is compared as a text, because the access
 * log has its numbers in quotes ("-" is none). A filter knows only a few signs of regular expressions:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/regex-expressions.html
 */
export const isSlow = regexValue(
  `$.${accessLog.responseLatency}`,
  '=',
  String.raw`^[${slowSeconds}-9]\d\d\d$|^\d\d\d\d\d$`,
);

const client = `$.${functionLog.client}`;

/** A line of a function that does not name the probe. Without the authorizer, a line has no name. */
const functionLineNotOfProbe = anyOf(
  notExists(client),
  stringValue(client, '!=', probeIdentity.client),
);

export function errorIs(...rows: readonly { readonly error: number }[]): JsonPattern {
  return anyOf(...rows.map((row) => numberValue(`$.${functionLog.error}`, '=', row.error)));
}

/** A request failed by our fault, with a status below 500. The access log has the 5xx, but of a 400, only the function knows it. */
export const isOurFaultBelow500 = allOf(
  errorIs(...ourFailures.filter(({ status }) => status < 500)),
  functionLineNotOfProbe,
);

/** A token that a client sent was refused for one of these reasons. */
export function refusedAs(...reasons: readonly string[]): JsonPattern {
  return allOf(isAnyOf(functionLog.refused, ...reasons), functionLineNotOfProbe);
}
