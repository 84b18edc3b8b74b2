import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';

/**
 * One line a request, and why it failed. What does not apply is logged as "-".
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
const fields = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  userAgent: '$context.identity.userAgent',
  // What the authorizer says of the caller: whose token, and its last four characters.
  client: '$context.authorizer.client',
  lastFour: '$context.authorizer.lastFour',
  method: '$context.httpMethod',
  path: '$context.path',
  route: '$context.routeKey',
  protocol: '$context.protocol',
  status: '$context.status',
  responseLength: '$context.responseLength',
  responseLatency: '$context.responseLatency',
  error: '$context.error.message',
  errorType: '$context.error.responseType',
  authorizerError: '$context.authorizer.error',
  integrationStatus: '$context.integration.integrationStatus',
  functionStatus: '$context.integration.status',
  integrationLatency: '$context.integration.latency',
  integrationRequestId: '$context.integration.requestId',
  integrationError: '$context.integration.error',
};

export const accessLogFormat = AccessLogFormat.custom(JSON.stringify(fields));
