/** What AWS publishes, by namespace and dimensions: an alarm on anything else would never fire. */
export const publishedMetrics: Record<string, Record<string, readonly string[]>> = {
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html
  'AWS/ApiGateway': {
    'ApiId,Stage': ['4xx', '5xx', 'Count', 'IntegrationLatency', 'Latency', 'DataProcessed'],
  },
  // https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
  'AWS/Lambda': { FunctionName: ['Errors', 'Throttles', 'Invocations', 'Duration'] },
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html
  'AWS/DynamoDB': {
    'Operation,TableName': ['ThrottledRequests', 'SystemErrors', 'SuccessfulRequestLatency'],
    TableName: ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'],
  },
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CloudWatch-Logs-Monitoring-CloudWatch-Metrics.html
  // https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/monitoring-health-checks.html
  'AWS/Route53': { HealthCheckId: ['HealthCheckStatus'] },
  'AWS/Logs': { LogGroupName: ['IncomingBytes'] },
};
