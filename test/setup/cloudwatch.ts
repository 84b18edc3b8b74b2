import { createHash, createHmac } from 'node:crypto';
import { type Call, type Hook, startDynamodbProxy } from './dynamodb-proxy.ts';

/** Stands in for CloudWatch: keeps the metrics that the probe writes. */
export async function startCloudWatch() {
  const metrics: unknown[] = [];
  const hook: Hook = (response, _, call) => {
    if (call.headers.authorization !== authorizationOf(call)) {
      response.writeHead(403).end('The request signature does not match');
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
    AWS_ENDPOINT_URL_MONITORING: url,
  };
}

/** Computed from the keys of vitest.config.ts: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function authorizationOf({ method, path: sent = '', headers, body }: Call) {
  const hash = (data: string) => createHash('sha256').update(data).digest('hex');
  const hmac = (key: string | Buffer, data: string) =>
    createHmac('sha256', key).update(data).digest();
  const [, names = ''] = /SignedHeaders=([\w;-]+)/.exec(String(headers.authorization)) ?? [];
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const path = sent.split('/').map(encodeURIComponent).join('/');
  const canonical = [method, path, '', lines.join(''), names, hash(body)].join('\n');
  const date = String(headers['x-amz-date']);
  const scope = `${date.slice(0, 8)}/${process.env['AWS_REGION']}/monitoring/aws4_request`;
  const key = scope.split('/').reduce<string | Buffer>(hmac, 'AWS4local');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, hash(canonical)].join('\n');
  const signature = hmac(key, toSign).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=local/${scope}, SignedHeaders=${names}, Signature=${signature}`;
}
