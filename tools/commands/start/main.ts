import { once } from 'node:events';
import inspector from 'node:inspector';
import { styleText } from 'node:util';
import { tables } from '../../../functions/service.ts';
import { readContract, readContractText } from '../../contract/contract.ts';
import { checkContractCode } from '../../contract/contract-code.ts';
import { isLoopback } from '../../local/foreign-request.ts';
import { startService } from '../../local/local-service.ts';
import { logToStandardError } from '../../local/logs.ts';
import { createInterruption } from '../../shared/terminal/interruption.ts';
import { runCommand } from '../../shared/terminal/run-command.ts';
import { textOf } from '../../shared/terminal/sentence.ts';
import { developmentToken, storeDevelopmentTokens } from '../token/development-token.ts';
import { serveDocs } from './docs-server.ts';
import { followContract } from './follow-contract.ts';
import { banner, exposureWarning, requestLine } from './printed.ts';
import { readStartOptions, type StartOptions } from './start-options.ts';

// It ends at a Ctrl-C: in order, or at the latest after a moment. If it cannot start or go on, it ends with an error, as
// each command does.
await runCommand(async (args) => {
  const options = readStartOptions(args);
  if (options === undefined) return;
  const interruption = createInterruption();
  // Neither a file that loads without end nor a request may hold a Ctrl-C.
  interruption.addEventListener('abort', () => setTimeout(end, 1_500));
  try {
    await serve(options, interruption);
  } catch (error) {
    // Ctrl-C came before it was ready.
    if ((error as Error).name === 'AbortError') end();
    await findMistake(error);
    throw error;
  }
  end();
});

/** Ends the process after a Ctrl-C. */
function end(): never {
  // Otherwise Node waits until the debugger goes.
  inspector.close();
  // npm sends a Ctrl-C once more. When Node ends by itself, it first stops listening, and this signal would kill it.
  process.exit();
}

/**
 * Node reports some mistakes in the code without their place: as a SyntaxError, or with a code such as
 * ERR_MODULE_NOT_FOUND. The build throws an error with the place.
 */
async function findMistake(error: unknown): Promise<void> {
  if (!(error instanceof SyntaxError || 'code' in Object(error))) return;
  const { compileFunctions } = await import('../../../infra/build/bundle.ts');
  await compileFunctions();
}

/** Serves until an interruption. Throws if the service cannot start, or cannot store anything more. */
async function serve(options: StartOptions, interruption: AbortSignal): Promise<void> {
  const { docsPorts, host, json } = options;
  const report = json ? process.stderr : process.stdout;
  const print = (text: string) => report.write(`${text}\n`);
  const broken = new AbortController();
  // A call that fails because the tables are broken has nothing to say beside that.
  logToStandardError(broken.signal);
  // A request that fails in an unexpected way must not end the service.
  process.on('uncaughtException', (error) => print(textOf(error)));
  // Only `npm run dev` gives this process a parent that it can send to: Node's watcher.
  if (process.send) await followContract(interruption, print);
  else await checkContractCode();
  await using opened = new AsyncDisposableStack();
  let token: string | null = null;
  const service = await startService({
    ...options,
    fill: async (client) => {
      if (await storeDevelopmentTokens(client)) token = developmentToken;
    },
    onAnswer: (...answered) => print(requestLine(...answered)),
    onBroken: (problem) => broken.abort(problem),
  });
  opened.defer(service.close);
  const { dynamodb, url } = service;
  const page = await serveDocs({ host, ports: docsPorts }, service, token ?? '');
  opened.defer(page.close);

  // Scripts read this line, with the name of each table.
  const names = Object.fromEntries(Object.keys(tables).map((name) => [name, name]));
  const ready = { url, token, docs: page.url, dynamodb, tables: names };
  if (json) process.stdout.write(`${JSON.stringify(ready)}\n`);
  else {
    // With each digit of its example.
    const contract = readContract(readContractText(), { intAsBigInt: true });
    print(banner({ ...ready, contract, data: options.data }));
  }
  if (!isLoopback(host)) print(styleText('yellow', exposureWarning(ready)));
  const ended = AbortSignal.any([interruption, broken.signal]);
  if (!ended.aborted) await once(ended, 'abort');
  broken.signal.throwIfAborted();
}
