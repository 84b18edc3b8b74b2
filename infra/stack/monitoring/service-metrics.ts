import { Duration } from 'aws-cdk-lib';
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { reserved } from '../../../functions/shared/reserved.ts';
import { objectives } from './objectives.ts';

type Table = Pick<ITableV2, 'tableName'>;

export interface Observed {
  readonly stage: HttpStage;
  readonly createPlant: IFunction;
  readonly authorize: IFunction;
  /** Undefined if the stage has none. */
  readonly probe: IFunction | undefined;
  readonly plants: Table;
  readonly tokens: Table;
}

export type ServiceMetrics = ReturnType<typeof serviceMetrics>;
export type FunctionMetrics = ReturnType<typeof functionMetrics>;
export type ProbeMetrics = ReturnType<typeof probeMetrics>;

/** What AWS measures of the service, minute by minute. Each table is used by one operation alone. */
export function serviceMetrics(observed: Observed) {
  const { stage, createPlant, authorize, probe, plants, tokens } = observed;
  return {
    gateway: gatewayMetrics(stage),
    createPlant: functionMetrics(createPlant),
    authorize: functionMetrics(authorize),
    probe: probe && probeMetrics(probe),
    plants: tableMetrics(plants, 'PutItem'),
    tokens: tableMetrics(tokens, 'GetItem'),
  };
}

const minute = { period: Duration.minutes(1) };

// An HTTP API's own names; a REST API has others (5XXError by ApiName), which would never have a value here:
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html
function gatewayMetrics(stage: HttpStage) {
  return {
    requests: stage.metricCount(minute),
    serverErrors: stage.metricServerError(minute),
    clientErrors: stage.metricClientError(minute),
    latency: (statistic: string) => stage.metricLatency({ ...minute, statistic }),
    /** How many of a hundred requests were answered in time. */
    inTimePercent: stage.metricLatency({
      ...minute,
      statistic: Stats.percentileRank(objectives.slowMilliseconds),
    }),
  };
}

// By FunctionName alone: all versions together, so that a canary's share counts, too.
function functionMetrics(fn: IFunction) {
  return {
    errors: fn.metricErrors(minute),
    throttles: fn.metricThrottles(minute),
    invocations: fn.metricInvocations(minute),
    duration: (statistic: string) => fn.metricDuration({ ...minute, statistic }),
  };
}

function probeMetrics(probe: IFunction) {
  const failedRuns = new Metric({
    ...minute,
    namespace: probe.stack.stackName,
    metricName: reserved.failedRuns,
    statistic: 'Sum',
  });
  return { ...functionMetrics(probe), failedRuns };
}

function tableMetrics({ tableName }: Table, operation: 'PutItem' | 'GetItem') {
  const metric = (metricName: string, Dimensions: Record<string, string>, statistic = 'Sum') =>
    new Metric({
      ...minute,
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: tableName, ...Dimensions },
      statistic,
    });
  const Operation = { Operation: operation };
  return {
    throttles: metric('ThrottledRequests', Operation),
    systemErrors: metric('SystemErrors', Operation),
    latency: (statistic: string) => metric('SuccessfulRequestLatency', Operation, statistic),
    consumed: metric(
      operation === 'PutItem' ? 'ConsumedWriteCapacityUnits' : 'ConsumedReadCapacityUnits',
      {},
    ),
  };
}
