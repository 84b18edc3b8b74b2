import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'aws-lambda';
import { loadHandler } from './handler-loader.ts';

// The process that a sample is: what Lambda's runtime client does, over the Runtime API.
// https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html

const { Agent, request } = process.getBuiltinModule('node:http');
const { AWS_LAMBDA_RUNTIME_API, LAMBDA_TASK_ROOT = '.', _HANDLER = '' } = process.env;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const call = (method: 'GET' | 'POST', path: string, body = '') =>
  new Promise<{ headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const url = `http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/${path}`;
    const outgoing = request(url, { method, agent }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (part) => {
        text += part;
      });
      incoming.on('end', () => resolve({ headers: incoming.headers, text }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

const faultOf = (error: unknown): string => {
  const { name, message, stack } = error as Error;
  return JSON.stringify({ errorType: name, errorMessage: message, stackTrace: stack?.split('\n') });
};

const contextOf = (headers: IncomingHttpHeaders) => {
  const deadline = Number(headers['lambda-runtime-deadline-ms']);
  return {
    awsRequestId: headers['lambda-runtime-aws-request-id'],
    getRemainingTimeInMillis: () => deadline - Date.now(),
  } as Context;
};

const handler = await loadHandler(LAMBDA_TASK_ROOT, _HANDLER).catch(async (error) => {
  await call('POST', 'init/error', faultOf(error));
  process.exit(1);
});

for (;;) {
  const { headers, text } = await call('GET', 'invocation/next');
  const path = `invocation/${headers['lambda-runtime-aws-request-id']}`;
  try {
    const result = await handler(JSON.parse(text), contextOf(headers));
    await call('POST', `${path}/response`, JSON.stringify(result ?? null));
  } catch (error) {
    await call('POST', `${path}/error`, faultOf(error));
  }
}
