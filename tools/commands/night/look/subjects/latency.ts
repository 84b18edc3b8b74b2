import type { MetricDataResult } from '@aws-sdk/client-cloudwatch';
import type { Asking } from '../asking.ts';
import { type AwsAnswer, known } from '../aws-answer.ts';
import type { Expected } from '../expected.ts';
import { alarmName, askAlarms } from '../kinds/alarms.ts';
import { askMetrics } from './metric-query.ts';
import { type Context, ofType, type Subject } from './subject.ts';

interface LatencyAnswers {
  /** Undefined while no alarm about slow answers is on. */
  readonly metrics: AwsAnswer<readonly MetricDataResult[]> | undefined;
}

const percentiles = ['p50', 'p99'] as const;

/** Where the time goes, while an alarm about slow answers is on. How many instances were new, no metric says. */
export const latency: Subject<LatencyAnswers> = {
  async ask(asking, context) {
    const { stage, expected } = context;
    const alarms = known(await askAlarms(asking, stage.stackName)) ?? [];
    const isOn = ofType(expected, 'AWS::CloudWatch::Alarm')
      .filter(countsSlowAnswers)
      .some(({ physicalId }) =>
        alarms.some((one) => one.AlarmName === physicalId && one.StateValue === 'ALARM'),
      );
    return { metrics: isOn ? await askTimes(asking, context) : undefined };
  },

  judge({ metrics }, { expected }) {
    const results = known(metrics) ?? [];
    const facts = [
      ...functionsOf(expected).flatMap(({ logicalId }, index) => {
        const [middle, slowest] = percentiles.map((one) => newestOf(results, `${one}_${index}`));
        if (middle === undefined || slowest === undefined) return [];
        return [
          `In the last hour, ${logicalId} took ${middle} ms in half of its runs, and ${slowest} ms or more in 1 %.`,
        ];
      }),
      ...tablesOf(expected).flatMap(({ logicalId }, index) => {
        const its = results.filter(({ Id }) => Id === `table${index}`);
        const operations = its.flatMap((one) => {
          const time = newest(one);
          return time === undefined ? [] : [`${one.Label} ${time} ms`];
        });
        return operations.length === 0
          ? []
          : [`DynamoDB took for ${logicalId}, on average: ${operations.join(', ')}.`];
      }),
    ];
    return { findings: [], facts };
  },
};

/** The alarms that count slow answers. service-alarms.ts in infra/monitoring has them. */
const aboutSlowAnswers = ['BudgetBurn', 'SlowAnswers'];

function countsSlowAnswers(alarm: Expected): boolean {
  return aboutSlowAnswers.includes(alarmName(alarm));
}

function functionsOf(expected: readonly Expected[]): Expected[] {
  return ofType(expected, 'AWS::Lambda::Function');
}

function tablesOf(expected: readonly Expected[]): Expected[] {
  return ofType(expected, 'AWS::DynamoDB::GlobalTable');
}

function askTimes(asking: Asking, { expected, now }: Context) {
  const ofFunctions = functionsOf(expected).flatMap(({ physicalId = '' }, index) =>
    percentiles.map((Stat) => {
      const Dimensions = [{ Name: 'FunctionName', Value: physicalId }];
      const Metric = { Namespace: 'AWS/Lambda', MetricName: 'Duration', Dimensions };
      return { Id: `${Stat}_${index}`, MetricStat: { Metric, Period: 3600, Stat } };
    }),
  );
  const ofTables = tablesOf(expected).map(({ physicalId }, index) => ({
    Id: `table${index}`,
    Expression: `SELECT AVG(SuccessfulRequestLatency) FROM SCHEMA("AWS/DynamoDB", Operation, TableName) WHERE TableName = '${physicalId}' GROUP BY Operation`,
    Period: 3600,
  }));
  return askMetrics(asking, { queries: [...ofFunctions, ...ofTables], now });
}

function newestOf(results: readonly MetricDataResult[], id: string): number | undefined {
  const found = results.find(({ Id }) => Id === id);
  return found && newest(found);
}

/** In milliseconds. */
function newest({ Values = [] }: MetricDataResult): number | undefined {
  const [value] = Values;
  return value === undefined ? undefined : Math.round(value);
}
