import { GetMetricDataCommand, type MetricDataResult } from '@aws-sdk/client-cloudwatch';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { type Answer, known } from '../answer.ts';
import type { Asking } from '../asking.ts';
import { propertyAt } from '../expected.ts';
import type { Finding } from '../finding.ts';
import { aws } from '../mends.ts';
import { hour } from '../spans.ts';
import { type Asked, type Note, ofType, type Subject } from './subject.ts';

interface ConcurrencyAnswers {
  readonly account: Answer<{
    readonly limit: number | undefined;
    readonly unreserved: number | undefined;
  }>;
  readonly metrics: Answer<readonly MetricDataResult[]>;
}

function askAccount({ ask }: Asking) {
  return ask('lambda:GetAccountSettings', {}, async ({ lambda }, signal) => {
    const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand(), signal);
    return {
      limit: AccountLimit?.ConcurrentExecutions,
      unreserved: AccountLimit?.UnreservedConcurrentExecutions,
    };
  });
}

/** The functions of the account with the most instances. */
const busiest =
  'SELECT MAX(ConcurrentExecutions) FROM SCHEMA("AWS/Lambda", FunctionName) GROUP BY FunctionName ORDER BY MAX() DESC LIMIT 5';

function metricOf(Namespace: string, MetricName: string, Name: string, Value: string) {
  const Metric = { Namespace, MetricName, Dimensions: [{ Name, Value }] };
  return { Label: Value, MetricStat: { Metric, Period: 3600, Stat: 'Sum' } };
}

/** The last hour: which functions Lambda refused to start, which mails failed, and who uses the account. */
function askMetrics({ ask }: Asking, { expected, now }: Asked) {
  const functions = ofType(expected, 'AWS::Lambda::Function').map(({ physicalId = '' }) =>
    metricOf('AWS/Lambda', 'Throttles', 'FunctionName', physicalId),
  );
  const topics = ofType(expected, 'AWS::SNS::Topic').map(({ physicalId = '' }) =>
    metricOf(
      'AWS/SNS',
      'NumberOfNotificationsFailed',
      'TopicName',
      physicalId.split(':').at(-1) ?? '',
    ),
  );
  const queries = [
    ...functions.map((one, index) => ({ Id: `throttles${index}`, ...one })),
    ...topics.map((one, index) => ({ Id: `mails${index}`, ...one })),
    { Id: 'busiest', Expression: busiest, Period: 3600 },
  ];
  return ask('cloudwatch:GetMetricData', { queries }, async ({ cloudwatch }, signal) => {
    const command = new GetMetricDataCommand({
      MetricDataQueries: queries,
      StartTime: new Date(now.getTime() - hour),
      EndTime: now,
    });
    return (await cloudwatch.send(command, signal)).MetricDataResults ?? [];
  });
}

/** How many instances may run, and who uses them. */
export const concurrency: Subject<ConcurrencyAnswers> = {
  async ask(asking, asked) {
    const [account, metrics] = await Promise.all([askAccount(asking), askMetrics(asking, asked)]);
    return { account, metrics };
  },

  judge({ account, metrics }, asked) {
    const results = known(metrics) ?? [];
    const nonZero = (kind: string) =>
      results.filter(({ Id, ...one }) => Id?.startsWith(kind) && sumOf(one) > 0);
    const { limit, unreserved } = known(account) ?? {};
    const refused = nonZero('throttles');
    const users = results.filter(({ Id }) => Id === 'busiest');
    const notStarted = refused.length > 0 ? [outOfInstances(refused, users, limit, asked)] : [];
    const findings = [...notStarted, ...nonZero('mails').map(notArrived)];
    return { findings, notes: small(unreserved, asked) };
  },
};

function sumOf({ Values = [] }: MetricDataResult): number {
  return Values.reduce((sum, one) => sum + one, 0);
}

function mostOf({ Values = [] }: MetricDataResult): number {
  return Math.max(0, ...Values);
}

function outOfInstances(
  refused: readonly MetricDataResult[],
  users: readonly MetricDataResult[],
  limit: number | undefined,
  { expected }: Asked,
): Finding {
  const own = ofType(expected, 'AWS::Lambda::Function');
  const ownIn = ({ Label }: MetricDataResult) => own.find(({ physicalId }) => physicalId === Label);
  const times = refused.map((one) => `${ownIn(one)?.logicalId} ${sumOf(one)} times`);
  const other = users.find((one) => ownIn(one) === undefined);
  const isOfAnother = other !== undefined && limit !== undefined && mostOf(other) > limit / 2;
  const usage = users.map((one) => `${one.Label} ${mostOf(one)}`).join(', ');
  const about = refused[0] && ownIn(refused[0])?.logicalId;
  const finding: Finding = {
    rank: 'HURTS',
    what: `In the last hour, Lambda refused to start ${times.join(', ')}.`,
    means: `These requests failed. The account may run ${limit ?? 'an unknown number of'} instances at the same time.`,
    detail: `The most instances had: ${usage}.`,
    runbook: 'out-of-concurrency',
    commands: [],
    ...(about && { about }),
  };
  if (!isOfAnother) return finding;
  return {
    ...finding,
    means: `${finding.means} A function that is not of this stack uses most of them: ask its owner before you limit it.`,
    detail: `${finding.detail} This ends the limit: aws lambda delete-function-concurrency --function-name ${other.Label}`,
    commands: [
      aws('lambda put-function-concurrency', {
        'function-name': other.Label,
        'reserved-concurrent-executions': Math.floor(limit / 4),
      }),
    ],
  };
}

function notArrived(one: MetricDataResult): Finding {
  return {
    rank: 'SILENT',
    what: `In the last hour, ${sumOf(one)} messages of a topic of alarms did not arrive.`,
    means: 'Somebody was not called.',
    detail: `The topic is ${one.Label}.`,
    runbook: 'no-mail-comes',
    commands: [],
  };
}

/** Each request of a burst can need an instance of the operation and one of the authorizer. */
function small(unreserved: number | undefined, { expected }: Asked): Note[] {
  const [stage] = ofType(expected, 'AWS::ApiGatewayV2::Stage');
  const burst = Number(propertyAt(stage?.properties, 'DefaultRouteSettings.ThrottlingBurstLimit'));
  if (unreserved === undefined || !(unreserved < 2 * burst)) return [];
  return [
    {
      topic: 'few instances',
      text: `The account may run ${unreserved} instances, and a burst of ${burst} requests can need ${2 * burst}.`,
    },
  ];
}
