import { createHash, createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Call, type Hook, startDynamodbProxy } from './dynamodb-proxy.ts';
import { context } from './events.ts';

type Handler = (event: never, context: never) => unknown;

export const versions = {
  createPlant: 'arn:aws:lambda:eu-central-1:123456789012:function:PlantStore-CreatePlant:8',
  authorize: 'arn:aws:lambda:eu-central-1:123456789012:function:PlantStore-Authorize:5',
};

/** The variables that the hook reads at its start. Every test already has the AWS keys. */
export function hookEnvironment(url: string) {
  return {
    CREATE_PLANT_VERSION: versions.createPlant,
    AUTHORIZE_VERSION: versions.authorize,
    PLANTS_TABLE_NAME: 'Plants',
    TOKENS_TABLE_NAME: 'Tokens',
    AWS_SESSION_TOKEN: 'session',
    AWS_ENDPOINT_URL_DYNAMODB: process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? url,
    AWS_ENDPOINT_URL_LAMBDA: url,
    AWS_ENDPOINT_URL_CODEDEPLOY: url,
    AWS_ENDPOINT_URL_MONITORING: url,
  };
}

/** Stands in for Lambda, CodeDeploy and CloudWatch: runs the handlers that a test gives it, and keeps what is reported. */
export async function startReleaseAws() {
  const handlers = new Map<string, Handler>();
  const reports: unknown[] = [];
  const invoked: string[] = [];
  const metrics: unknown[] = [];

  async function invoke(version: string, body: string, response: ServerResponse) {
    invoked.push(version);
    try {
      const answer = await handlers.get(version)?.(JSON.parse(body) as never, context() as never);
      response.end(JSON.stringify(answer));
    } catch (error) {
      // https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html#API_Invoke_ResponseSyntax
      response.setHeader('x-amz-function-error', 'Unhandled');
      response.end(JSON.stringify({ errorMessage: (error as Error).message }));
    }
  }

  async function answer(response: ServerResponse, call: Call) {
    const [, version] = /^\/2015-03-31\/functions\/(.+)\/invocations$/.exec(`${call.path}`) ?? [];
    const isMetric = isCall(call, '1.0', 'GraniteServiceVersion20100801.PutMetricData');
    const service = version !== undefined ? 'lambda' : isMetric ? 'monitoring' : 'codedeploy';
    if (call.headers.authorization !== authorizationOf(call, service)) {
      response.writeHead(403).end('The request signature does not match');
    } else if (version !== undefined) {
      await invoke(decodeURIComponent(version), call.body, response);
    } else if (isMetric || isCall(call, '1.1', report)) {
      (isMetric ? metrics : reports).push(JSON.parse(call.body));
      response.end('{}');
    } else {
      response.writeHead(404).end('{}');
    }
  }

  const hook: Hook = (response, _, call) => answer(response, call);
  const { url, calls, stop } = await startDynamodbProxy({ hook });
  return { url, calls, handlers, reports, invoked, metrics, stop };
}

const report = 'CodeDeploy_20141006.PutLifecycleEventHookExecutionStatus';

function isCall({ method, path, headers }: Call, version: string, target: string) {
  return (
    `${method} ${path}` === 'POST /' &&
    headers['content-type'] === `application/x-amz-json-${version}` &&
    headers['x-amz-target'] === target
  );
}

/** Computed from the keys of vitest.config.ts: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function authorizationOf({ method, path: sent = '', headers, body }: Call, service: string) {
  const hash = (data: string) => createHash('sha256').update(data).digest('hex');
  const hmac = (key: string | Buffer, data: string) =>
    createHmac('sha256', key).update(data).digest();
  const [, names = ''] = /SignedHeaders=([\w;-]+)/.exec(String(headers.authorization)) ?? [];
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const path = sent.split('/').map(encodeURIComponent).join('/');
  const canonical = [method, path, '', lines.join(''), names, hash(body)].join('\n');
  const date = String(headers['x-amz-date']);
  const scope = `${date.slice(0, 8)}/${process.env['AWS_REGION']}/${service}/aws4_request`;
  const key = scope.split('/').reduce<string | Buffer>(hmac, 'AWS4local');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, hash(canonical)].join('\n');
  const signature = hmac(key, toSign).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=local/${scope}, SignedHeaders=${names}, Signature=${signature}`;
}
