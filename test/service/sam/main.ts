import { parseOptions } from '../../../infra/commands/terminal/options.ts';
import { runCommand } from '../../../infra/commands/terminal/run-command.ts';
import { synthesizeAside } from '../../../infra/local/synthesis/synthesis.ts';
import { bridgeAddress, requirePrograms } from './sam.ts';

const help = `Runs each event of events/ by sam local invoke, in AWS's own images, on tables of its own.

  npm run test:sam -- [options]

  --assembly DIR  use what cdk synth wrote there, instead of synthesizing
  --host ADDRESS  where the tables listen for containers (default: Docker's bridge on Linux, or 127.0.0.1)
  --help          this text

It needs AWS SAM CLI and a running Docker engine. Ends with 1 without them, or when an answer is not the expected one.`;

await runCommand(async (args) => {
  const text = { type: 'string' } as const;
  const options = { assembly: text, host: text, help: { type: 'boolean' } } as const;
  const { values } = parseOptions({ args: [...args], options });
  if (!values.help) return run(values);
  console.log(help);
  return 0;
});

/** Gives the exit code. */
async function run(options: { assembly?: string; host?: string }): Promise<number> {
  await requirePrograms();
  const host = options.host ?? (await bridgeAddress());
  // Imported when needed: the clients of AWS take a moment to load.
  const { runEvents } = await import('./run-events.ts');
  if (options.assembly !== undefined) return runEvents(options.assembly, host);
  const architecture = process.arch === 'arm64' ? 'arm64' : 'x86_64';
  const assembly = await synthesizeAside({ context: { architecture } });
  return runEvents(assembly.folder, host).finally(assembly.remove);
}
