import { Duration } from 'aws-cdk-lib';
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { reserved } from '../../functions/shared/reserved.ts';

type Table = Pick<ITableV2, 'tableName'>;

export interface Observed {
  readonly stage: HttpStage;
  readonly live: Readonly<Record<LiveName, IFunction>>;
  /** Undefined if the stage has none. */
  readonly probe: IFunction | undefined;
  readonly plants: Table;
  readonly tokens: Table;
}

/** The list of the functions that clients use. Without a release, alarms and lines on the dashboard, one does not compile. */
export type LiveName = 'createPlant' | 'authorize';

export type ServiceMetrics = ReturnType<typeof serviceMetrics>;

const minute = { period: Duration.minutes(1) };

/** What AWS measures of the service in each minute, and what the probe writes. Each table has one operation. */
export function serviceMetrics({ stage, live, probe, ...tables }: Observed) {
  return {
    gateway: gatewayMetrics(stage),
    live: {
      createPlant: functionMetrics(live.createPlant),
      authorize: functionMetrics(live.authorize),
    } satisfies Record<LiveName, unknown>,
    probe: probe && { ...functionMetrics(probe), failedRuns: failedRuns(probe) },
    plants: tableMetrics(tables.plants, 'PutItem'),
    tokens: tableMetrics(tables.tokens, 'GetItem'),
  };
}

// The names of an HTTP API. A REST API has others (5XXError by ApiName), which would never have a value here:
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html
function gatewayMetrics(stage: HttpStage) {
  return {
    requests: stage.metricCount(minute),
    serverErrors: stage.metricServerError(minute),
    clientErrors: stage.metricClientError(minute),
    latency: (statistic: string) => stage.metricLatency({ ...minute, statistic }),
  };
}

// By FunctionName only: all versions together, so that the share of a new one also counts.
function functionMetrics(fn: IFunction) {
  return {
    name: fn.node.id,
    errors: fn.metricErrors(minute),
    throttles: fn.metricThrottles(minute),
    invocations: fn.metricInvocations(minute),
    duration: (statistic: string) => fn.metricDuration({ ...minute, statistic }),
  };
}

/** The maximum, because a value that the probe sends again is added to the first. */
function failedRuns({ stack: { stackName: namespace } }: IFunction): Metric {
  const metricName = reserved.failedRuns;
  return new Metric({ ...minute, namespace, metricName, statistic: 'Maximum' });
}

function tableMetrics({ tableName: TableName }: Table, Operation: 'PutItem' | 'GetItem') {
  const metric = (metricName: string, statistic: string) =>
    new Metric({
      ...minute,
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName, Operation },
      statistic,
    });
  return {
    throttles: metric('ThrottledRequests', 'Sum'),
    systemErrors: metric('SystemErrors', 'Sum'),
    latency: (statistic: string) => metric('SuccessfulRequestLatency', statistic),
  };
}

/** Makes expressions of some minutes, each with the metrics that it names. */
export function formulas(metrics: Readonly<Record<string, Metric>>) {
  return (minutes: number, expression: string) => {
    const period = Duration.minutes(minutes);
    const used = Object.entries(metrics).filter(([name]) => expression.match(`\\b${name}\\b`));
    const usingMetrics = Object.fromEntries(
      used.map(([name, metric]) => [name, metric.with({ period })]),
    );
    return new MathExpression({ period, expression, usingMetrics });
  };
}
