import type { ServerResponse } from 'node:http';
import { probeItem } from '../../functions/shared/probe-item.ts';
import { type Hook, startDynamodbProxy } from '../../tools/test/setup/dynamodb-proxy.ts';

/** Stands in for CloudWatch: keeps the metrics that the probe writes. */
export async function startCloudWatch() {
  const metrics: unknown[] = [];
  const hook: Hook = (response, _, call) => {
    const { authorization, 'x-amz-target': operation } = call.headers;
    if (operation !== putMetricData || !signed.test(`${authorization}`)) {
      response.writeHead(403).end('{"__type":"NotAllowed","message":"or not signed by the keys"}');
      return;
    }
    metrics.push(JSON.parse(call.body));
    response.end('{}');
  };
  const { url, calls, stop } = await startDynamodbProxy({ hook });
  return { url, calls, metrics, stop };
}

/** The variables that the probe reads at its start. Every test already has the AWS keys. */
export function probeEnvironment(url: string) {
  return {
    PLANTS_TABLE_NAME: 'Plants',
    TOKENS_TABLE_NAME: 'Tokens',
    AWS_SESSION_TOKEN: 'session',
    AWS_ENDPOINT_URL_DYNAMODB: process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? url,
    AWS_ENDPOINT_URL_CLOUDWATCH: url,
  };
}

export const allowed = `200 application/json ${JSON.stringify(probeItem.fields)}`;
export const refused = '403 application/json {"message":"Forbidden"}';
export const taken = '400 application/json {"error":1004,"message":"for people"}';
/** The right answers to the requests of one run: status, content type and body. */
export const rightAnswers = [allowed, allowed, taken, refused];

export function send(response: ServerResponse, answer = ''): void {
  const [status, type, ...words] = answer.split(' ');
  response.writeHead(Number(status), { 'content-type': type }).end(words.join(' '));
}

const putMetricData = 'GraniteServiceVersion20100801.PutMetricData';
/** As the SDK writes it for the keys and the region of vitest.config.ts. */
const signed =
  /^AWS4-HMAC-SHA256 Credential=local\/\d{8}\/[\w-]+\/monitoring\/aws4_request, SignedHeaders=[\w;-]+;x-amz-security-token;/;
