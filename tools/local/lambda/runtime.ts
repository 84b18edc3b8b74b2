import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { account, region } from '../template/fake-account.ts';
import { faultOf, type Outcome, type ToInstance } from './invocation.ts';
import { takeOverConsole } from './log-format.ts';

// The code of an instance's process: it loads one handler and serves one invocation at a time.

type Handler = (event: unknown, context: object) => unknown;

const { env, execArgv } = process;

// Writes the compiled code of these files for the next instance, but not that of the function: its folder changes.
flushCompileCache();
// Lambda sets no such variable.
delete env['NODE_COMPILE_CACHE'];

/** Whether a debugger stops before the handler. */
const stops = execArgv.some((flag) => flag.startsWith('--inspect-wait'));

let requestId: string | undefined;

takeOverConsole(console, {
  level: env['AWS_LAMBDA_LOG_LEVEL'] ?? '',
  requestId: () => requestId,
  write: (line) => process.stdout.write(line),
});

// Ends after the process that started this one.
process.on('disconnect', () => process.exit(0));
// The first event comes after the handler is loaded.
process.on('message', (message: ToInstance) => void serve(message));
process.on('uncaughtException', endBecauseOf);
process.on('unhandledRejection', endBecauseOf);

// An error at module level names its TypeScript line. The functions do that for their own errors.
process.setSourceMapsEnabled(true);
const handler = await loadHandler(env['LAMBDA_TASK_ROOT'] ?? '.', env['_HANDLER'] ?? '').catch(
  fail,
);
process.setSourceMapsEnabled(false);
// The first outcome is that of loading the handler.
if (handler) send({ kind: 'returned', payload: 'null' });

/** Finds `folder/file.name` as Lambda does. */
async function loadHandler(taskRoot: string, handler: string): Promise<Handler> {
  const [, file = '', name = ''] = /^(.*)\.([^./]+)$/.exec(handler) ?? [];
  const path = ['js', 'mjs', 'cjs']
    .map((extension) => join(taskRoot, `${file}.${extension}`))
    .find((candidate) => existsSync(candidate));
  if (!path) throw new Error(`Cannot find the module of the handler ${handler}`);
  const { [name]: found } = await import(pathToFileURL(path).href);
  if (typeof found !== 'function') throw new Error(`${handler} is undefined or not exported`);
  return found;
}

async function serve({ event, milliseconds, traceId, ...ids }: ToInstance): Promise<void> {
  requestId = ids.requestId;
  env['_X_AMZN_TRACE_ID'] = traceId;
  try {
    const input: unknown = JSON.parse(event);
    const context = contextOf(requestId, performance.now() + milliseconds);
    if (stops) debugger;
    const result = await handler?.(input, context);
    send({ kind: 'returned', payload: JSON.stringify(result ?? null) ?? 'null' });
  } catch (error) {
    fail(error);
  }
}

function contextOf(awsRequestId: string, deadline: number) {
  const functionName = env['AWS_LAMBDA_FUNCTION_NAME'];
  return {
    awsRequestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: env['AWS_LAMBDA_FUNCTION_VERSION'],
    getRemainingTimeInMillis: () => Math.max(0, deadline - performance.now()),
    invokedFunctionArn: `arn:aws:lambda:${region}:${account}:function:${functionName}`,
    logGroupName: env['AWS_LAMBDA_LOG_GROUP_NAME'],
    logStreamName: env['AWS_LAMBDA_LOG_STREAM_NAME'],
    memoryLimitInMB: env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'],
  };
}

function send(outcome: Outcome): void {
  process.send?.(outcome);
}

/** Lambda ends an instance after an uncaught error. */
function endBecauseOf(error: unknown): void {
  console.error(error);
  process.exit(1);
}

function fail(error: unknown): void {
  console.error(error);
  const fault =
    error instanceof Error
      ? { ...faultOf(error.name, error.message), trace: error.stack?.split('\n') ?? [] }
      : faultOf(typeof error, String(error));
  send({ kind: 'failed', fault });
}
