import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../tools/commands/terminal/run-command.ts';
import { cpuQuota } from './cpu-quota.ts';
import { compileRuntime } from './function-process.ts';
import { machineSentence, waitUntilQuiet } from './machine.ts';
import { measure } from './measure.ts';
import { type BenchOptions, readBenchOptions } from './options.ts';
import { tablesOf, writeResults } from './results.ts';
import { startStoreStub } from './store-stub.ts';
import { missedSentence, verdictsOf } from './targets.ts';
import { variantMaker } from './variants.ts';

await runCommand((args) => {
  const options = readBenchOptions(args);
  return options && run(options);
});

async function run(options: BenchOptions): Promise<number> {
  if (!options.quick) await waitUntilQuiet();
  const machine = machineSentence();
  console.log(`${machine}\n${options.rounds} rounds of fresh processes`);
  await using resources = new AsyncDisposableStack();
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => void resources.disposeAsync().finally(() => process.exit(130)));
  }
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-bench-'));
  resources.defer(() => rmSync(folder, { recursive: true }));
  // Imported here because it loads aws-cdk-lib, which takes seconds.
  const { synthesize } = await import('../../../infra/synthesize.ts');
  const assembly = join(folder, 'assembly');
  synthesize({ outdir: assembly });
  const openStore = async (latency: number) =>
    resources.adopt(await startStoreStub(latency), (store) => store.close());
  // The latency is short, because it hides a part of the function's own time.
  const store = await openStore(1);
  const nearStore = await openStore(0);
  const quota = cpuQuota();
  if (typeof quota === 'string') console.log(quota);

  const runtime = compileRuntime(folder);
  const bench = { runtime, store, quota: typeof quota === 'string' ? undefined : quota };
  const near = { ...bench, store: nearStore };
  const measured = await measure(bench, near, variantMaker(assembly, folder), options);
  const verdicts = verdictsOf(measured);
  const tables = tablesOf(measured, verdicts);
  for (const text of tables) console.log(`\n${text}`);
  const { out, rounds, check } = options;
  if (out !== undefined) writeResults(out, machine, rounds, measured, tables);
  const missed = check ? verdicts.filter(({ met }) => !met) : [];
  for (const verdict of missed) console.error(missedSentence(verdict));
  return missed.length > 0 ? 1 : 0;
}
