import { failedRunsMetric } from '../../../../functions/shared/probe-severity.ts';
import { filtersOf } from './filter-patterns.ts';

/** What AWS publishes, by namespace and dimensions: an alarm or a graph of anything else would never have a value. */
export const published: Readonly<Record<string, readonly string[]>> = {
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html
  'AWS/ApiGateway by ApiId,Stage': ['4xx', '5xx', 'Count', 'Latency'],
  // https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
  'AWS/Lambda by FunctionName': ['Errors', 'Throttles', 'Invocations', 'Duration'],
  'AWS/Lambda by ': ['ConcurrentExecutions'],
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html
  'AWS/DynamoDB by Operation,TableName': [
    'ThrottledRequests',
    'SystemErrors',
    'SuccessfulRequestLatency',
  ],
  'AWS/DynamoDB by TableName': ['ConsumedWriteCapacityUnits'],
  // https://docs.aws.amazon.com/acm/latest/userguide/cloudwatch-metrics.html
  'AWS/CertificateManager by CertificateArn': ['DaysToExpiry'],
  'PlantStore by ': [
    // The probe writes it itself.
    failedRunsMetric,
    ...filtersOf().map(({ MetricTransformations: [{ MetricName }] }) => MetricName),
  ],
};
