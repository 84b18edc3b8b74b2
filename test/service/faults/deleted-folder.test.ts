import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../tools/local/tables/sqlite.ts';
import { run } from '../../command.ts';
import { assembly } from '../../synthesized.ts';
import { onWindows } from '../../system.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { createMany } from '../../tools/commands/start/plants.ts';

// Windows deletes no file that is open.
it.skipIf(onWindows)(
  'after its folder was deleted, or replaced, no plant is acknowledged, and a sentence says so',
  { timeout: 600_000 },
  async () => {
    const data = join(temporaryFolder(), 'data');
    const ports = ['--port', '0', '--dynamodb-port', '0', '--docs-port', '0'];
    const options = ['--assembly', assembly, ...ports, '--data', data, '--json'];
    const command = run('tools/commands/start/main.ts', options);
    const store = JSON.parse((await command.prints('}\n')).stdout);
    const create = async (from: number) =>
      new Set((await createMany(store, { from, count: 4, clients: 2 })).values());
    expect(await create(1)).toEqual(new Set([200]));
    rmSync(data, { recursive: true });
    expect(await create(11)).toEqual(new Set([400]));
    await command.prints('error 1006');
    await command.prints('tables.sqlite was deleted or replaced: start again).');
    mkdirSync(join(data, 'tables'), { recursive: true });
    openDatabase(join(data, 'tables')).close();
    expect(await create(21)).toEqual(new Set([400]));
  },
);
