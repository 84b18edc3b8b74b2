import { Duration } from 'aws-cdk-lib';
import { type DimensionsMap, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { LiveName } from '../../functions/service.ts';
import { createLogMetrics } from './log-metrics.ts';
import { createProbeMetrics } from './probe-metrics.ts';
import type { WatchedService } from './watched-service.ts';

export type ServiceMetrics = ReturnType<typeof createServiceMetrics>;
export type FunctionMetrics = ServiceMetrics['functionMetrics'][number];

const minute = { period: Duration.minutes(1) };

/** What is counted in each minute: by AWS, in the logs, and by the probe itself. */
export function createServiceMetrics(scope: Construct, watched: WatchedService) {
  const { api, liveFunctions, probe, tableUses } = watched;
  return {
    logs: createLogMetrics(scope, watched),
    // The names of an HTTP API. A REST API has others (5XXError by ApiName), which would never have a value here:
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html
    gateway: {
      requests: api.gatewayStage.metricCount(minute),
      serverErrors: api.gatewayStage.metricServerError(minute),
      clientErrors: api.gatewayStage.metricClientError(minute),
      latency: (statistic: string) => api.gatewayStage.metricLatency({ ...minute, statistic }),
    },
    /** All functions of the account share its concurrency. */
    account: {
      concurrency: LambdaFunction.metricAllConcurrentExecutions(minute),
    },
    // By FunctionName only: all versions together, so that the share of a new one also counts.
    functionMetrics: Object.entries(liveFunctions).map(([name, fn]) => ({
      name: name as LiveName,
      errors: fn.metricErrors(minute),
      throttles: fn.metricThrottles(minute),
      invocations: fn.metricInvocations(minute),
      duration: (statistic: string) => fn.metricDuration({ ...minute, statistic }),
    })),
    probe: probe && createProbeMetrics(probe),
    tableUses: tableUses.map(createTableUseMetrics),
  };
}

function createTableUseMetrics({ table, operation }: WatchedService['tableUses'][number]) {
  const { tableName: TableName } = table;
  const metric = (
    metricName: string,
    statistic: string,
    dimensionsMap: DimensionsMap = { TableName, Operation: operation },
  ) => new Metric({ ...minute, namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic });
  return {
    id: table.node.id,
    name: `${operation} on ${table.node.id}`,
    throttles: metric('ThrottledRequests', 'Sum'),
    systemErrors: metric('SystemErrors', 'Sum'),
    latency: (statistic: string) => metric('SuccessfulRequestLatency', statistic),
    /** By all operations on the table: the same metric for each use of it. */
    writeUnits: metric('ConsumedWriteCapacityUnits', 'Sum', { TableName }),
  };
}
