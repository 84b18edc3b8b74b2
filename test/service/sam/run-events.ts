import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { withDevelopmentTokens } from '../../../infra/commands/development-token.ts';
import { openPrepared } from '../../../infra/local/data-folder/connect-tables.ts';
import { readCloudAssembly } from '../../../infra/local/template/cloud-assembly.ts';
import { readEvent } from '../events/event-files.ts';
import { authorizeOutcomes, createPlantOutcomes } from '../events/expected.ts';
import { type Invoked, invoke } from './sam.ts';

const cases = [
  { functionName: 'CreatePlant', folder: 'create-plant', outcomes: createPlantOutcomes },
  { functionName: 'Authorize', folder: 'authorize', outcomes: authorizeOutcomes },
].flatMap(({ functionName, folder, outcomes }) =>
  outcomes.map(({ file, ...expected }) => ({ functionName, path: `${folder}/${file}`, expected })),
);

/** Runs all events on tables of their own, and tells how each ends. Gives the exit code. */
export async function runEvents(assembly: string, host: string): Promise<number> {
  const address = { host, ports: [0], option: '--host' };
  const tables = await openPrepared(
    undefined,
    withDevelopmentTokens(readCloudAssembly(assembly)),
    address,
  );
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-sam-'));
  try {
    const variablesFile = join(folder, 'env.json');
    writeFileSync(variablesFile, variablesFor(new URL(tables.url).port));
    return await tellAll({ template: join(assembly, 'PlantStore.template.json'), variablesFile });
  } finally {
    await tables.close();
    rmSync(folder, { recursive: true });
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
    const eventFile = join(import.meta.dirname, '../../../events', path);
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
