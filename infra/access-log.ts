/**
 * What the gateway writes about each request, in a line of JSON. A field without a value is logged as "-".
 *
 * No field is a text that a client writes, such as its user agent or a path: AWS does not say whether it escapes a quote. If
 * it does not, such a text could change what the alarms count. Names of clients are without quotes (`token create`).
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
export const accessLogLine = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  // IPv4 or IPv6. A client on IPv6 usually has a whole /64: group by the first four parts.
  ip: '$context.identity.sourceIp',
  // From the authorizer: the client's name, and the last four characters of its token.
  client: '$context.authorizer.client',
  lastFour: '$context.authorizer.lastFour',
  route: '$context.routeKey',
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

type Line = typeof accessLogLine;

/** The fields of such a line, as queries and filters name them: `accessLog.status` is "status". */
export const accessLog = Object.fromEntries(
  Object.keys(accessLogLine).map((name) => [name, name]),
) as { readonly [Name in keyof Line]: Name };
