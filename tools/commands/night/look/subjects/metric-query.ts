import {
  GetMetricDataCommand,
  type MetricDataQuery,
  type MetricDataResult,
} from '@aws-sdk/client-cloudwatch';
import type { Asking } from '../asking.ts';
import { hour } from '../spans.ts';

interface MetricQuery {
  readonly queries: readonly MetricDataQuery[];
  readonly now: Date;
  /** How far back it looks. */
  readonly hours?: number;
}

/** What CloudWatch has counted, in the last hour unless another time is given. */
export function askMetrics({ ask }: Asking, { queries, now, hours = 1 }: MetricQuery) {
  return ask('cloudwatch:GetMetricData', { queries }, async ({ cloudwatch }, signal) => {
    const command = new GetMetricDataCommand({
      MetricDataQueries: [...queries],
      StartTime: new Date(now.getTime() - hours * hour),
      EndTime: now,
    });
    return (await cloudwatch.send(command, signal)).MetricDataResults ?? [];
  });
}

export function sumOf({ Values = [] }: MetricDataResult): number {
  return Values.reduce((sum, one) => sum + one, 0);
}
