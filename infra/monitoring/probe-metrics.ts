import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { failedRunsMetric, severities } from '../../functions/shared/probe-severity.ts';
import type { ProbeFunction } from '../probe-function.ts';

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
  const { certain, uncertain } = severities;
  const failed = `failed: ${uncertain.metricValue}, by our code: ${certain.metricValue}`;
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
