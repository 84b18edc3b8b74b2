import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import { probeIdentity } from '../../functions/shared/probe-identity.ts';
import { failedRunsMetric, severities } from '../../functions/shared/probe-severity.ts';
import { accessLog } from '../access-log.ts';
import { functionLog } from '../function-log.ts';
import type { ProbeFunction } from '../probe-function.ts';

const { any, notExists, stringValue } = FilterPattern;
const client = `$.${functionLog.client}`;

/** A line of a function that does not name the probe. Without the authorizer, a line has no name. */
export const notOfProbe = any(notExists(client), stringValue(client, '!=', probeIdentity.client));

/**
 * A line of the access log that does not name the probe. Authorize names it, so a 429, and a 5xx of a failed Authorize, name
 * nobody: alarms on these also count the requests of the probe.
 */
export const notByProbe = stringValue(`$.${accessLog.client}`, '!=', probeIdentity.client);

const minute = { period: Duration.minutes(1) };

export type ProbeMetrics = ReturnType<typeof probeMetrics>;

/** What AWS and the probe itself count of its runs, in each minute. */
export function probeMetrics(probe: ProbeFunction) {
  return {
    runs: probe.metricInvocations(minute),
    /** Runs that ended with an error, whatever its reason. */
    crashes: probe.metricErrors(minute),
    /** The maximum: a value that the probe sends again is added to the first, so a sum would count it twice. */
    failedRuns: new Metric({
      ...minute,
      namespace: probe.stack.stackName,
      metricName: failedRunsMetric,
      statistic: 'Maximum',
    }),
  };
}

/** How the dashboard draws them. */
export function probeGraph({ crashes, failedRuns, runs }: ProbeMetrics) {
  const { certain, passing } = severities;
  const failed = `failed: ${passing.metricValue}, by our code: ${certain.metricValue}`;
  return {
    title: 'The probe, a minute',
    width: 6,
    lines: [
      ['runs', runs],
      [failed, failedRuns],
      ['ended with an error', crashes],
    ],
  } as const;
}
