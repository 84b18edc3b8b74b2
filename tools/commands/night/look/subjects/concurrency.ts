import { GetMetricDataCommand, type MetricDataResult } from '@aws-sdk/client-cloudwatch';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { type Answer, known } from '../answer.ts';
import type { Asking } from '../asking.ts';
import { propertyAt } from '../expected.ts';
import type { Finding } from '../finding.ts';
import { aws } from '../mends.ts';
import { hour } from '../times.ts';
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
    const { expected } = asked;
    const results = known(metrics) ?? [];
    const sumOf = ({ Values = [] }: MetricDataResult) => Values.reduce((sum, one) => sum + one, 0);
    const nonZero = (kind: string) =>
      results.filter(({ Id, ...one }) => Id?.startsWith(kind) && sumOf(one) > 0);
    const own = ofType(expected, 'AWS::Lambda::Function');
    const users = results.filter(({ Id }) => Id === 'busiest');
    const findings = nonZero('throttles').map((one): Finding => {
      const fn = own.find(({ physicalId }) => physicalId === one.Label);
      const others = users.filter(({ Label }) =>
        own.every(({ physicalId }) => physicalId !== Label),
      );
      const [other] = others;
      const most = other && Math.max(0, ...(other.Values ?? []));
      const { limit } = known(account) ?? {};
      return {
        rank: 'HURTS',
        what: `In the last hour, Lambda refused ${sumOf(one)} times to start ${fn?.logicalId}.`,
        means: `Its requests failed. The account may run ${limit ?? 'an unknown number of'} instances at the same time.`,
        detail: users
          .map(({ Label, Values = [] }) => `${Label}: ${Math.max(0, ...Values)} instances`)
          .join(', '),
        runbook: 'out-of-concurrency',
        commands:
          other !== undefined && most !== undefined && limit !== undefined && most > limit / 2
            ? [
                aws('lambda put-function-concurrency', {
                  'function-name': other.Label,
                  'reserved-concurrent-executions': Math.floor(limit / 4),
                }),
              ]
            : [],
        ...(fn && { about: fn.logicalId }),
      };
    });
    const mails = nonZero('mails').map(
      (one): Finding => ({
        rank: 'SILENT',
        what: `In the last hour, ${sumOf(one)} messages of a topic of alarms did not arrive.`,
        means: 'Somebody was not called.',
        detail: `The topic is ${one.Label}.`,
        runbook: 'no-mail-comes',
        commands: [],
      }),
    );
    return { findings: [...findings, ...mails], notes: small(known(account)?.unreserved, asked) };
  },
};

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
