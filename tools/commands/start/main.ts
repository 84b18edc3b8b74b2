import { once } from 'node:events';
import inspector from 'node:inspector';
import { styleText } from 'node:util';
import { functions, tables } from '../../../functions/service.ts';
import { Problem } from '../../../infra/problem.ts';
import { project } from '../../../infra/project.ts';
import { readContract } from '../../contract/contract.ts';
import { checkGenerated } from '../../contract/contract-code.ts';
import { isLoopback, readHost } from '../../local/address.ts';
import { logToStandardError } from '../../local/functions.ts';
import { makeReloadable } from '../../local/reload.ts';
import { startService } from '../../local/service.ts';
import { openInspector } from '../debugger.ts';
import { developmentToken, storeDevelopmentTokens } from '../development-token.ts';
import { interruption } from '../terminal/interruption.ts';
import { runCommand } from '../terminal/run-command.ts';
import { textOf } from '../terminal/sentence.ts';
import { applyChanges, reasonFor, watchSources } from './changes.ts';
import { serveDocs } from './docs-server.ts';
import { readStartOptions, type StartOptions } from './options.ts';
import { banner, exposureWarning, requestLine } from './printed.ts';

await runCommand(async (args) => {
  const options = readStartOptions(args);
  if (options === undefined) return;
  await start(options).catch(async (error: Error) => {
    // Ctrl-C is how this command ends, also before it is ready.
    if (error.name === 'AbortError') return;
    throw error instanceof SyntaxError ? new Problem(await reasonFor(error)) : error;
  });
  end();
});

function end(): never {
  // Otherwise Node waits until the debugger goes.
  inspector.close();
  // npm sends a Ctrl-C once more. When Node ends by itself, it first stops listening, and this signal would kill it.
  process.exit();
}

async function start(options: StartOptions): Promise<void> {
  const { docsPorts, host, inspect, json, watch } = options;
  const report = json ? process.stderr : process.stdout;
  const print = (text: string) => report.write(`${text}\n`);
  logToStandardError();
  // A request that fails in an unexpected way must not end the service.
  process.on('uncaughtException', (error) => print(textOf(error)));
  const debugPort = inspect ? openInspector() : undefined;
  checkGenerated();

  const signal = interruption();
  // Neither a file that loads without end nor a request may hold a Ctrl-C.
  signal.addEventListener('abort', () => setTimeout(end, 1_500));
  await using opened = new AsyncDisposableStack();
  // Before the functions are loaded, so that no change is missed.
  const dev = watch
    ? { sources: watchSources(project, signal), forgetFiles: makeReloadable() }
    : undefined;
  let token: string | null = null;
  const service = await startService({
    ...options,
    fill: async (client) => {
      if (await storeDevelopmentTokens(client)) token = developmentToken;
    },
    onAnswer: (...answered) => print(requestLine(...answered)),
  });
  opened.defer(service.close);
  const { dynamodb, url } = service;
  const page = await serveDocs({ host, ports: docsPorts }, service, token ?? '');
  opened.defer(page.close);
  // A Ctrl-C during the start.
  signal.throwIfAborted();

  // Scripts read this line: the name of each table, and the debugger's port of each function.
  const names = Object.fromEntries(Object.keys(tables).map((name) => [name, name]));
  const ready = { url, token, docs: page.url, dynamodb, tables: names };
  const ports = Object.keys(functions).map((name) => [name, debugPort]);
  const debug = debugPort && { inspect: Object.fromEntries(ports) };
  if (json) process.stdout.write(`${JSON.stringify({ ...ready, ...debug })}\n`);
  else print(banner({ ...ready, debugPort, contract: readContract(), data: options.data }));
  if (!isLoopback(readHost(host))) print(styleText('yellow', exposureWarning(ready)));
  if (dev === undefined) await once(signal, 'abort');
  else {
    const reload = (nextChange: Promise<unknown>) => {
      dev.forgetFiles();
      return service.reload(nextChange);
    };
    await applyChanges(dev.sources, reload, print);
  }
}
