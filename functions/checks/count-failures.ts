import { loggable } from '../shared/loggable.ts';
import { reserved } from '../shared/reserved.ts';
import { jsonHeaders, signedPost } from './aws.ts';
import type { ProbeEvent } from './probe.ts';

/**
 * Counts each run that fails, in a metric of its own. CloudWatch has it at once: AWS's own metrics, and those from logs,
 * come minutes later. An instance also writes a zero after its first run, because a new metric needs longer to be seen.
 * A value in each minute would cost 0.43 dollars a month.
 */
export function countFailures<Answers>(run: (event: ProbeEvent) => Promise<Answers>) {
  const monitoring = signedPost('MONITORING');
  const headers = jsonHeaders('GraniteServiceVersion20100801.PutMetricData');
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricData.html
  const count = (Namespace: string, Value: 0 | 1) => {
    const MetricData = [{ MetricName: reserved.failedRuns, Value }];
    return monitoring({ headers, body: { Namespace, MetricData } });
  };
  const logError = (cause: unknown) => console.error({ cause: loggable(cause) });
  let isNew = true;
  return async (event: ProbeEvent): Promise<Answers> => {
    const { namespace } = event;
    const answers = await run(event).catch(async (error) => {
      // AWS counts the failed run also, later: see ProbeFailsAgain.
      if (namespace) await count(namespace, 1).catch(logError);
      throw error;
    });
    if (namespace && isNew) {
      await count(namespace, 0);
      isNew = false;
    }
    return answers;
  };
}
