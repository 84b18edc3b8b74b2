import { resourceOf } from '../../setup/synthesized.ts';

/** The line of the access log about a request. */
export function accessLine(status: string, milliseconds: string) {
  const { Format } = Object(resourceOf('AWS::ApiGatewayV2::Stage').Properties['AccessLogSettings']);
  const timed = Format.replace('$context.responseLatency', milliseconds);
  return JSON.parse(timed.replaceAll(/\$context\.status/g, status));
}
