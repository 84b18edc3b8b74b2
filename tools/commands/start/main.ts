import { once } from 'node:events';
import { join } from 'node:path';
import { readContract } from '../../contract/contract.ts';
import { checkGenerated } from '../../contract/validator.ts';
import { defaultDataFolder } from '../data-folder.ts';
import { Interruption, interruption } from '../terminal/interruption.ts';
import { paintFor } from '../terminal/paint.ts';
import { printable } from '../terminal/printable.ts';
import { runCommand } from '../terminal/run-command.ts';
import { banner, exposureWarning } from './banner.ts';
import { serveDocs } from './docs-server.ts';
import { readStartOptions, type StartOptions } from './options.ts';
import { rebuilder } from './rebuild.ts';
import { requestLine } from './request-record.ts';
import { startPlantStore } from './service.ts';
import { watchSources } from './watch.ts';

const project = join(import.meta.dirname, '../../..');
await runCommand(async (args) => {
  const options = readStartOptions(args);
  if (options === undefined) return;
  await start(options).catch((error: unknown) => {
    // Ctrl-C is how this command ends, also before it is ready.
    if (!(error instanceof Interruption)) throw error;
  });
});

async function start(options: StartOptions): Promise<void> {
  const report = options.json ? process.stderr : process.stdout;
  const paint = paintFor(report);
  const print = (text: string) => report.write(`${text}\n`);
  const contract = readContract();

  const interrupted = interruption();
  await using opened = new AsyncDisposableStack();
  // Before the synthesis, which can miss a change.
  const sources = options.watch ? watchSources(project) : undefined;
  opened.defer(async () => sources?.close());
  const store = await startPlantStore({
    ...options,
    rebuilds: options.watch,
    runFolder: options.data ?? defaultDataFolder,
    onRequest: (record) => print(requestLine(record, paint)),
    onLog: (line) => print(`    ${printable(line)}`),
    onSynthesis: () => {
      checkGenerated();
      console.error('Synthesizing the stack …');
    },
    signal: interrupted,
  });
  opened.defer(store.close);
  const { dynamodb, inspect, tables, url } = store;
  const token = store.tokenHolds ? store.token : null;
  const { host, docsPorts: ports } = options;
  const service = { url, token: token ?? '' };
  let docs = await serveDocs({ host, ports }, service);
  opened.defer(() => docs.close());
  const renewDocs = async () => {
    await docs.close();
    docs = await serveDocs({ host, ports: [Number(new URL(docs.url).port || 80)] }, service);
  };

  // A Ctrl-C during the start.
  interrupted.throwIfAborted();
  if (options.json)
    console.log(JSON.stringify({ url, token, docs: docs.url, dynamodb, tables, inspect }));
  else print(banner({ ...store, contract, token, docs: docs.url, data: options.data }, paint));
  if (store.isExposed) print(paint('yellow', exposureWarning(store)));

  sources?.begin(rebuilder({ project, store, renewDocs, print }));
  opened.defer(async () => sources?.close());
  if (!interrupted.aborted) await once(interrupted, 'abort');
}
