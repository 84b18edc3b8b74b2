import type { MetricDataResult } from '@aws-sdk/client-cloudwatch';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import type { Asking } from '../asking.ts';
import { type AwsAnswer, known } from '../aws-answer.ts';
import { propertyAt } from '../expected.ts';
import type { Finding } from '../finding.ts';
import { aws } from '../mends.ts';
import { askMetrics, sumOf } from './metric-query.ts';
import { type Context, type Note, ofType, type Subject } from './subject.ts';

interface ConcurrencyAnswers {
  readonly account: AwsAnswer<{
    readonly limit: number | undefined;
    readonly unreserved: number | undefined;
  }>;
  readonly metrics: AwsAnswer<readonly MetricDataResult[]>;
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

/** Which functions Lambda refused to start, and who uses the account. */
function askUse(asking: Asking, { expected, now }: Context) {
  const throttles = ofType(expected, 'AWS::Lambda::Function').map(({ physicalId = '' }, index) => {
    const Dimensions = [{ Name: 'FunctionName', Value: physicalId }];
    const Metric = { Namespace: 'AWS/Lambda', MetricName: 'Throttles', Dimensions };
    const MetricStat = { Metric, Period: 3600, Stat: 'Sum' };
    return { Id: `throttles${index}`, Label: physicalId, MetricStat };
  });
  const queries = [...throttles, { Id: 'busiest', Expression: busiest, Period: 3600 }];
  return askMetrics(asking, { queries, now });
}

/** How many instances may run, and who uses them. */
export const concurrency: Subject<ConcurrencyAnswers> = {
  async ask(asking, context) {
    const [account, metrics] = await Promise.all([askAccount(asking), askUse(asking, context)]);
    return { account, metrics };
  },

  judge({ account, metrics }, context) {
    const results = known(metrics) ?? [];
    const users = results.filter(({ Id }) => Id === 'busiest');
    const throttled = results.filter((one) => !users.includes(one) && sumOf(one) > 0);
    const { limit, unreserved } = known(account) ?? {};
    return {
      findings: throttled.length > 0 ? [outOfInstances(throttled, users, limit, context)] : [],
      notes: fewInstances(unreserved, context),
    };
  },
};

function mostOf({ Values = [] }: MetricDataResult): number {
  return Math.max(0, ...Values);
}

function outOfInstances(
  throttled: readonly MetricDataResult[],
  users: readonly MetricDataResult[],
  limit: number | undefined,
  { expected }: Context,
): Finding {
  const own = ofType(expected, 'AWS::Lambda::Function');
  const ownIn = ({ Label }: MetricDataResult) => own.find(({ physicalId }) => physicalId === Label);
  const times = throttled.map((one) => `${ownIn(one)?.logicalId} ${sumOf(one)} times`);
  const other = users.find((one) => ownIn(one) === undefined);
  const isOfAnother = other !== undefined && limit !== undefined && mostOf(other) > limit / 2;
  const usage = users.map((one) => `${one.Label} ${mostOf(one)}`).join(', ');
  const about = throttled[0] && ownIn(throttled[0])?.logicalId;
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

/** Each request of a burst can need an instance of the operation and one of the authorizer. */
function fewInstances(unreserved: number | undefined, { expected }: Context): Note[] {
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
