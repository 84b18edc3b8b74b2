import { type CloudWatchClient, PutMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { loggable } from '../shared/loggable.ts';
import {
  failedRunsMetric,
  rightRun,
  type SeverityFacts,
  severities,
} from '../shared/probe-severity.ts';
import { callLimit } from './call-limit.ts';
import { severityOfError } from './wrong-answer.ts';

export interface ProbeEvent {
  /** Where the clients reach the API. */
  readonly url: string;
  /** Of the metric that counts failed runs. Only the schedule sets it: other runs are not counted. */
  readonly namespace?: string;
}

/**
 * Writes each run of the schedule that fails into a metric, but not one that was throttled. CloudWatch has this metric at
 * once. AWS's metrics, and those from logs, come minutes later. An instance also writes a zero after its first right run,
 * because a new metric needs longer to be seen. A value in each minute would cost 0.43 dollars a month.
 */
export function reportedRun<Answers>(
  run: (event: ProbeEvent) => Promise<Answers>,
  cloudWatch: CloudWatchClient,
) {
  const write = (Namespace: string, Value: number) => {
    const MetricData = [{ MetricName: failedRunsMetric, Value }];
    return cloudWatch.send(new PutMetricDataCommand({ Namespace, MetricData }), callLimit());
  };
  const logError = (cause: unknown) => console.error({ cause: loggable(cause) });
  let isNew = true;
  const reportSuccess = async (namespace: string) => {
    if (!isNew) return;
    // The service is right, so a refused write does not fail the run. The next run tries again.
    await write(namespace, rightRun).then(() => {
      isNew = false;
    }, logError);
  };
  return async (event: ProbeEvent): Promise<Answers | undefined> => {
    const { namespace } = event;
    // By hand: the caller of the probe sees each failure.
    if (namespace === undefined) return run(event);
    try {
      const answers = await run(event);
      await reportSuccess(namespace);
      return answers;
    } catch (error) {
      const { metricValue }: SeverityFacts = severities[severityOfError(error)];
      if (metricValue === undefined) {
        // Throttled: nobody knows whether the service is right, so neither a failure nor a success is reported.
        console.warn({ cause: loggable(error) });
        return undefined;
      }
      await write(namespace, metricValue).catch(logError);
      throw error;
    }
  };
}
