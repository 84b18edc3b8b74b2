import { UsageError } from '../../infra/base.ts';
import { openBundler } from './bundler.ts';
import { clearAuthorizersCache, type StackSettings, serveStack } from './deployment.ts';
import type { OnAnswer } from './gateway/exchange.ts';
import { createFleets } from './lambda/fleet.ts';
import { inspectorsOf } from './lambda/inspector.ts';
import type { Invocation } from './lambda/invocation.ts';
import { hostOf, isLoopback } from './machine/own-address.ts';
import type { Address } from './machine/own-server.ts';
import { assemblyFrom, type SynthesisOptions, synthesizeInThread } from './synthesis.ts';
import {
  findRun,
  holdsTables,
  type Run,
  removeRun,
  tablesPath,
  writeRun,
} from './tables/data-folder.ts';
import { FolderInUse } from './tables/sqlite.ts';
import {
  type Fill,
  openStackTables,
  prepareTables,
  retryWhileInUse,
} from './tables/stack-tables.ts';
import { localClient, openTables } from './tables/tables.ts';
import { readCloudAssembly } from './template/cloud-assembly.ts';

// The door of this folder: other code imports only this file.

export interface StackOptions extends SynthesisOptions, Omit<StackSettings, 'dynamodbUrl'> {
  readonly fill?: Fill;
  /** The address of the embedded tables. */
  readonly tablesAddress: Address;
  /** The folder of the tables; without it, they are only in memory. */
  readonly data?: string | undefined;
  /** Whether its functions can be built again. */
  readonly rebuilds?: boolean | undefined;
  /** Other processes find this stack by a file in this folder. */
  readonly runFolder?: string | undefined;
}

export type AnsweredRequest = Parameters<OnAnswer>;

export type LocalStack = Awaited<ReturnType<typeof startLocalStack>>;

/** Serves a synthesized stack on this machine, on its tables, so that other processes find it. */
export async function startLocalStack(options: StackOptions) {
  const { data, runFolder = data } = options;
  await using opened = new AsyncDisposableStack();
  let assembly = await assemblyFrom(options);
  opened.defer(() => assembly.remove());
  let model = readCloudAssembly(assembly.folder);
  const bundler = options.rebuilds ? openBundler() : undefined;
  opened.defer(() => bundler?.close());
  const wanted = { ...model, fill: options.fill };
  const path = data === undefined ? undefined : tablesPath(data);
  const tables = await retryWhileInUse(() =>
    openStackTables(path, wanted, options.tablesAddress).catch((error) => nameOther(error, data)),
  );
  opened.defer(tables.close);
  const stack = await serveStack(model, { ...options, dynamodbUrl: tables.url });
  const run: Run = {
    pid: process.pid,
    url: stack.url,
    dynamodb: tables.url,
    apigateway: stack.managementUrl,
    tables: Object.fromEntries(model.tables.map(({ name }) => [name, name])),
    store: data ? 'folder' : 'memory',
  };
  opened.defer(() => removeRun(runFolder, run.url));
  opened.defer(stack.close);
  await writeRun(runFolder, run);
  /** Serves another synthesized stack from the next request on, on the same tables. */
  async function swap(folder: string) {
    const next = readCloudAssembly(folder);
    await prepareTables(tables.url, next);
    await stack.swap(next);
    model = next;
  }
  const everything = opened.move();
  return {
    ...run,
    /** Whether other machines can reach it. */
    isExposed: !isLoopback(hostOf(options.address.host)),
    inspect: stack.inspect,
    /** The processes that run functions right now. */
    pids: stack.pids,
    swap,
    /** Synthesizes the stack again, and swaps to it. */
    async rebuild() {
      const next = await synthesizeInThread();
      await swap(next.folder).catch((error: unknown) => {
        next.remove();
        throw error;
      });
      assembly.remove();
      assembly = next;
    },
    /** Builds only the functions that use one of these files or folders, and swaps to them. */
    async rebuildFunctions(changed: readonly string[]) {
      model = (await bundler?.build(model, changed)) ?? model;
      await stack.swap(model);
    },
    close: () => everything.disposeAsync(),
  };
}

/** A folder in use is tried again, unless a run serves it: it can do so for hours. */
async function nameOther(error: unknown, data: string | undefined): Promise<never> {
  const run = error instanceof FolderInUse && data ? await findRun(data) : undefined;
  if (run?.store !== 'folder') throw error;
  throw new UsageError(
    `The process ${run.pid} already serves the data folder ${data}, at ${run.url}. Use that one, end it, or start with another folder (--data DIR) or without one (--memory).`,
  );
}

export interface InvokeOptions extends SynthesisOptions {
  readonly fill: Fill;
  /** The folder of the tables. */
  readonly data: string;
  readonly functionName: string;
  /** JSON text. */
  readonly event: string;
  /** Values for variables that the template declares for the function. */
  readonly variables: Readonly<Record<string, string>>;
  /** The port for a debugger. The function waits for it, and nothing times out. */
  readonly inspectorAddress?: Address | undefined;
  readonly onLog: (line: string) => void;
}

/** Runs one function of a synthesized stack with one event. */
export async function invokeFunction(options: InvokeOptions): Promise<Invocation> {
  const { data, event, functionName, inspectorAddress, onLog, signal, variables } = options;
  await using opened = new AsyncDisposableStack();
  const assembly = await assemblyFrom(options);
  opened.defer(() => assembly.remove());
  const model = readCloudAssembly(assembly.folder);
  if (!model.functions.has(functionName)) {
    throw new UsageError(
      `The stack has no function ${functionName}; it has ${[...model.functions.keys()].join(', ')}.`,
    );
  }
  const inspectors =
    inspectorAddress && (await inspectorsOf([functionName], inspectorAddress, true));
  const wanted = { ...model, fill: options.fill };
  const tables = await retryWhileInUse(async () => {
    const run = await findRun(data);
    return run ? tablesOf(run) : openStackTables(tablesPath(data), wanted);
  });
  opened.defer(tables.close);
  const fleets = createFleets(model.functions, {
    dynamodbUrl: tables.url,
    mostInstances: 1,
    overrides: { [functionName]: variables },
    inspectors,
    killSignal: signal,
    onLog,
  });
  opened.defer(fleets.close);
  signal?.throwIfAborted();
  const invocation = await fleets.invoke(functionName, event);
  signal?.throwIfAborted();
  return invocation;
}

function tablesOf({ dynamodb }: Run) {
  return { url: dynamodb, close: async () => {} };
}

/** The tables of the run that serves a folder, or the stored ones. Undefined if no run has ever stored data there. */
export function reachStore(folder: string) {
  return retryWhileInUse(async () => {
    const run = await findRun(folder);
    if (!run && !holdsTables(folder)) return undefined;
    const tables = run ? tablesOf(run) : await openTables(tablesPath(folder));
    const client = localClient(tables.url);
    return {
      run,
      client,
      /** Clears the authorizer cache of the run. */
      clearCache: async () => run && clearAuthorizersCache(run.apigateway),
      async close() {
        client.destroy();
        await tables.close();
      },
    };
  });
}
