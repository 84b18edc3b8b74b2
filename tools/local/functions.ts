import { randomUUID } from 'node:crypto';
import inspector from 'node:inspector';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { type FunctionName, functions, tables } from '../../functions/service.ts';
import { region } from './account.ts';
import type { Invoke } from './gateway.ts';

type Handler = (event: unknown, context: object) => unknown;

type Handlers = Readonly<Record<FunctionName, Handler>>;

const project = join(import.meta.dirname, '../..');

/** The URL of a file of the project. */
export function urlOf(file: string): string {
  return pathToFileURL(join(project, file)).href;
}

/** Loads the functions into this process, from their TypeScript. */
async function load(): Promise<Handlers> {
  const loaded = Object.entries(functions).map(async ([name, { file }]) => {
    const { handler } = (await import(urlOf(file))) as { readonly handler: Handler };
    return [name, handler];
  });
  return Object.fromEntries(await Promise.all(loaded));
}

/** The functions, on the tables at this URL. `reload` takes those of the files as they are now. */
export async function loadFunctions(dynamodbUrl: string) {
  setEnvironment(dynamodbUrl);
  let handlers = await load();
  const invoke: Invoke = async (name, event) => {
    // Lambda passes both as JSON.
    const result = await handlers[name](JSON.parse(JSON.stringify(event)), contextOf(name));
    return JSON.parse(JSON.stringify(result ?? null));
  };
  return {
    invoke,
    async reload(): Promise<void> {
      handlers = await load();
    },
  };
}

const day = 24 * 3_600_000;

function contextOf(functionName: FunctionName) {
  const limit = functions[functionName].timeoutSeconds * 1_000;
  // Nothing times out while a debugger holds.
  const deadline = performance.now() + (inspector.url() ? day : limit);
  return {
    functionName,
    awsRequestId: randomUUID(),
    getRemainingTimeInMillis: () => Math.max(0, deadline - performance.now()),
  };
}

/** Replaces the variables of AWS, so that no setting of the user reaches the functions: no profile, endpoint or proxy. */
function setEnvironment(dynamodbUrl: string): void {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('AWS_')) delete process.env[name];
  }
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl,
    // The tables refuse metrics: there is no CloudWatch on this machine.
    AWS_ENDPOINT_URL_MONITORING: dynamodbUrl,
    // For NODE_USE_ENV_PROXY.
    NO_PROXY: '*',
    no_proxy: '*',
    ...Object.fromEntries(Object.entries(tables).map(([name, { variable }]) => [variable, name])),
  });
}

/** The functions log to standard error, one line for each entry: standard output is for the result of a command. */
export function logToStandardError(): void {
  inspect.defaultOptions.breakLength = Number.POSITIVE_INFINITY;
  const { error } = console;
  Object.assign(console, { log: error, info: error, debug: error });
}
