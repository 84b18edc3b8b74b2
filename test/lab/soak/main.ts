import { runCommand } from '../../../infra/commands/terminal/run-command.ts';
import { synthesizeAside } from '../../../infra/local/synthesis/synthesis.ts';
import { publish } from '../prove/figure.ts';
import { readSoakOptions, type SoakOptions, soakHelp } from './options.ts';
import { findings } from './verdict.ts';

await runCommand(async (args) => {
  const options = readSoakOptions(args);
  if (!options.help) return run(options);
  console.log(soakHelp);
  return 0;
});

async function run(options: SoakOptions): Promise<number> {
  const assembly = await synthesizeAside({
    context: { throttleRate: 100_000, throttleBurst: 100_000 },
  });
  // Imported when needed: it loads the AWS SDK.
  const { soak } = await import('./soak.ts');
  const start = Date.now();
  const result = await soak({
    ...options,
    assembly: assembly.folder,
    onVitals: ({ requests, heap, resident, sockets, pids }) => {
      const rate = Math.round(requests / ((Date.now() - start) / 1000));
      console.error(
        `${requests} requests, ${rate}/s, heap ${heap.toFixed(1)} MB, resident ${resident.toFixed(0)} MB, ${sockets} sockets, ${pids.length} instances`,
      );
    },
  }).finally(assembly.remove);
  const { seconds, sent, unexpected } = result;
  const count = Object.values(sent).reduce((sum, one) => sum + one, 0);
  const found = findings(result);
  console.log(`\n${count} requests in ${Math.round(seconds)} s`);
  for (const [kind, number] of Object.entries(sent)) row(kind, `${number}`);
  console.log();
  for (const { what, figure, wrong } of found) row(what, `${figure}${wrong ? '  ← wrong' : ''}`);
  for (const example of unexpected) console.log(`  ${example}`);
  const violated = found.filter(({ wrong }) => wrong);
  if (violated.length > 0) return 1;
  for (const { what, figure } of found) publish({ part: 'soak', claim: what, figure });
  publish({ part: 'soak', claim: 'requests', figure: `${count} in ${Math.round(seconds)} s` });
  return 0;
}

function row(name: string, value: string): void {
  console.log(`  ${name.padEnd(50)}${value}`);
}
