import { type Datapoint, GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import type { AskedStage } from './asked-stage.ts';
import { inTime } from './clock.ts';
import { finding, type Question } from './question.ts';

export function metricQuestions(asked: AskedStage): Question[] {
  return [
    {
      asks: 'Does a filter of the access log count its lines (metric `Served`)?',
      expected: 'values above 0, and zeros for other lines',
      ask: async () => {
        const { sum, values } = sumOf(await valuesOf(asked, 'Served'));
        return finding(`a sum of ${sum} in ${values} values`, sum > 0 && values > sum);
      },
    },
    {
      asks: 'Does a filter write zeros when nothing matches (metric `Failed`)?',
      expected: 'values, and all are 0',
      ask: async () => {
        const { sum, values } = sumOf(await valuesOf(asked, 'Failed'));
        return finding(`a sum of ${sum} in ${values} values`, sum === 0 && values > 0);
      },
    },
  ];
}

function sumOf(points: readonly Datapoint[]) {
  const total = (name: 'Sum' | 'SampleCount') =>
    points.reduce((sum, point) => sum + (point[name] ?? 0), 0);
  return { sum: total('Sum'), values: total('SampleCount') };
}

/** The values of the last hour: they come minutes after the requests. */
async function valuesOf({ clients, clock, stage }: AskedStage, MetricName: string) {
  const found = await inTime(clock, { seconds: 600, every: 30 }, async () => {
    const command = new GetMetricStatisticsCommand({
      Namespace: stage.stackName,
      MetricName,
      StartTime: new Date(clock.now() - 3_600_000),
      EndTime: new Date(clock.now()),
      Period: 60,
      Statistics: ['Sum', 'SampleCount'],
    });
    const { Datapoints = [] } = await clients.cloudwatch.send(command);
    return Datapoints.length > 0 ? Datapoints : undefined;
  });
  return found ?? [];
}
