import type { Context } from 'aws-lambda';
import { loadHandler } from './handler-loader.ts';
import { type RuntimeAnswer, runtimeClient } from './runtime-client.ts';

// The process that a sample is: what Lambda's runtime client does, over the Runtime API.
// https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html

// Lambda's runtime client loads it, too, and uses it only where something fails.
process.getBuiltinModule('node:http');

const { AWS_LAMBDA_RUNTIME_API = '', LAMBDA_TASK_ROOT = '.', _HANDLER = '' } = process.env;
const call = runtimeClient(AWS_LAMBDA_RUNTIME_API);

function faultOf(error: unknown): string {
  const { name, message, stack } = error as Error;
  return JSON.stringify({ errorType: name, errorMessage: message, stackTrace: stack?.split('\n') });
}

function contextOf({ header }: RuntimeAnswer) {
  const deadline = Number(header('lambda-runtime-deadline-ms'));
  return {
    awsRequestId: header('lambda-runtime-aws-request-id'),
    getRemainingTimeInMillis: () => deadline - Date.now(),
  } as Context;
}

const handler = await loadHandler(LAMBDA_TASK_ROOT, _HANDLER).catch(async (error) => {
  await call('POST', 'init/error', faultOf(error));
  process.exit(1);
});

for (;;) {
  const next = await call('GET', 'invocation/next');
  const context = contextOf(next);
  const path = `invocation/${context.awsRequestId}`;
  try {
    const result = await handler(JSON.parse(next.body), context);
    await call('POST', `${path}/response`, JSON.stringify(result ?? null));
  } catch (error) {
    await call('POST', `${path}/error`, faultOf(error));
  }
}
