import { once } from 'node:events';
import inspector from 'node:inspector';
import { styleText } from 'node:util';
import { functions, tables } from '../../../functions/service.ts';
import { contractText, readContract } from '../../contract/contract.ts';
import { checkGenerated } from '../../contract/contract-code.ts';
import { isLoopback } from '../../local/address.ts';
import { logToStandardError } from '../../local/functions.ts';
import { startService } from '../../local/local-service.ts';
import { developmentToken, storeDevelopmentTokens } from '../development-token.ts';
import { createInterruption } from '../terminal/interruption.ts';
import { runCommand } from '../terminal/run-command.ts';
import { textOf } from '../terminal/sentence.ts';
import { followContract } from './contract-file.ts';
import { serveDocs } from './docs-server.ts';
import { banner, exposureWarning, requestLine } from './printed.ts';
import { readStartOptions, type StartOptions } from './start-options.ts';

await runCommand(async (args) => {
  const options = readStartOptions(args);
  if (options === undefined) return;
  await start(options).catch(async (error: Error) => {
    // Ctrl-C is how this command ends, also before it is ready.
    if (error.name === 'AbortError') return;
    if (error instanceof SyntaxError || 'code' in error) await findMistake();
    throw error;
  });
  end();
});

function end(): never {
  // Otherwise Node waits until the debugger goes.
  inspector.close();
  // npm sends a Ctrl-C once more. When Node ends by itself, it first stops listening, and this signal would kill it.
  process.exit();
}

/** An error of Node or V8 can have no place. The build throws one with it. */
async function findMistake(): Promise<void> {
  const { compile } = await import('../../../infra/build/bundle.ts');
  for (const { file } of Object.values(functions)) compile(file);
}

async function start(options: StartOptions): Promise<void> {
  const { docsPorts, host, json } = options;
  const report = json ? process.stderr : process.stdout;
  const print = (text: string) => report.write(`${text}\n`);
  logToStandardError();
  // A request that fails in an unexpected way must not end the service.
  process.on('uncaughtException', (error) => print(textOf(error)));
  const signal = createInterruption();
  // Neither a file that loads without end nor a request may hold a Ctrl-C.
  signal.addEventListener('abort', () => setTimeout(end, 1_500));
  // Only `npm run dev` gives this process a parent that it can send to: Node's watcher.
  if (process.send) await followContract(signal, print);
  else checkGenerated();
  await using opened = new AsyncDisposableStack();
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

  // Scripts read this line, with the name of each table.
  const names = Object.fromEntries(Object.keys(tables).map((name) => [name, name]));
  const ready = { url, token, docs: page.url, dynamodb, tables: names };
  if (json) process.stdout.write(`${JSON.stringify(ready)}\n`);
  else {
    // With each digit of its example.
    const contract = readContract(contractText(), { intAsBigInt: true });
    print(banner({ ...ready, contract, data: options.data }));
  }
  if (!isLoopback(host)) print(styleText('yellow', exposureWarning(ready)));
  await once(signal, 'abort');
}
