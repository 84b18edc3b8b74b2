import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { failedRunsMetric } from '../../functions/shared/probe-severity.ts';
import type { ProbeFunction } from '../probe-function.ts';

const minute = { period: Duration.minutes(1) };

export type ProbeMetrics = ReturnType<typeof createProbeMetrics>;

/** What AWS and the probe itself count of its runs, in each minute. */
export function createProbeMetrics(probe: ProbeFunction) {
  return {
    runs: probe.metricInvocations(minute),
    /** Runs that ended with an error, whatever its reason: also each run that the probe itself reports as failed. */
    errors: probe.metricErrors(minute),
    /** The maximum: a value that the probe sends again is added to the first, so a sum would count it twice. */
    failedRuns: new Metric({
      ...minute,
      namespace: probe.stack.stackName,
      metricName: failedRunsMetric,
      statistic: 'Maximum',
    }),
  };
}
