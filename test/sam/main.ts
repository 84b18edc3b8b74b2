import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openPrepared } from '../../infra/commands/data-folder/connect-tables.ts';
import { synthesizeAside } from '../../infra/commands/synthesis/synthesis.ts';
import { readCloudAssembly } from '../../infra/emulator/template/cloud-assembly.ts';
import { parseOptions } from '../../infra/terminal/options.ts';
import { runCommand } from '../../infra/terminal/run-command.ts';
import { readEvent } from '../events/event-files.ts';
import { authorizeOutcomes, createPlantOutcomes } from '../events/expected.ts';
import { bridgeAddress, type Invoked, invoke, requirePrograms } from './sam.ts';

const help = `Runs each event of events/ by sam local invoke, in AWS's own images, on tables of its own.

  npm run test:sam -- [options]

  --host ADDRESS  where the tables listen for containers (default: Docker's bridge on Linux, or 127.0.0.1)
  --help          this text

It needs AWS SAM CLI and a running Docker engine. Ends with 1 without them, or when an answer is not the expected one.`;

const cases = [
  { functionName: 'CreatePlant', folder: 'create-plant', outcomes: createPlantOutcomes },
  { functionName: 'Authorize', folder: 'authorize', outcomes: authorizeOutcomes },
].flatMap(({ functionName, folder, outcomes }) =>
  outcomes.map(({ file, ...expected }) => ({ functionName, path: `${folder}/${file}`, expected })),
);

await runCommand(async (args) => {
  const options = { host: { type: 'string' }, help: { type: 'boolean' } } as const;
  const { values } = parseOptions({ args: [...args], options });
  if (!values.help) return run(values.host);
  console.log(help);
  return 0;
});

async function run(chosenHost: string | undefined): Promise<number> {
  await requirePrograms();
  const host = chosenHost ?? (await bridgeAddress());
  const architecture = process.arch === 'arm64' ? 'arm64' : 'x86_64';
  const assembly = await synthesizeAside({ context: { architecture } });
  const address = { host, ports: [0], option: '--host' };
  const model = readCloudAssembly(assembly.folder);
  const tables = await openPrepared(undefined, model, address);
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-sam-'));
  try {
    const variablesFile = join(folder, 'env.json');
    writeFileSync(variablesFile, variablesFor(new URL(tables.url).port));
    return await tellAll({
      template: join(assembly.folder, 'PlantStore.template.json'),
      variablesFile,
    });
  } finally {
    await tables.close();
    rmSync(folder, { recursive: true });
    assembly.remove();
  }
}

/** events/env.json, with the port of these tables. */
function variablesFor(port: string): string {
  return JSON.stringify(readEvent('env.json')).replaceAll(':8000', `:${port}`);
}

/** Gives the exit code. */
async function tellAll(files: { template: string; variablesFile: string }): Promise<number> {
  let wrong = 0;
  for (const { functionName, path, expected } of cases) {
    const eventFile = join(import.meta.dirname, '../../events', path);
    const outcome = await invoke({ ...files, functionName, eventFile });
    const right = isDeepStrictEqual(outcome, expected);
    if (!right) wrong += 1;
    console.log(right ? `ok     ${path}` : `WRONG  ${path}: ${difference(outcome, expected)}`);
  }
  console.log(`\n${cases.length - wrong} of ${cases.length} events end as expected.`);
  return wrong === 0 ? 0 : 1;
}

function difference(outcome: Invoked, expected: object): string {
  if ('problem' in outcome) return outcome.problem;
  return `expected ${JSON.stringify(expected)}, got ${JSON.stringify(outcome)}`;
}
