import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';

/**
 * One line per request, with the reason of a failure. A field without a value is logged as "-".
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
const fields = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  // IPv4 or IPv6. A client on IPv6 usually has a whole /64: group by the first four parts.
  ip: '$context.identity.sourceIp',
  userAgent: '$context.identity.userAgent',
  // From the authorizer: the client's name, and the last four characters of its token.
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
