import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startPlantStore } from '../../../tools/commands/start/service.ts';
import { openDatabase } from '../../../tools/local/tables/sqlite.ts';
import { run } from '../../setup/command.ts';
import { slow } from '../../setup/slow.ts';
import { assembly } from '../../setup/synthesized.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { createMany, storedIds } from '../../tools/commands/start/plants.ts';

// If a process's files may not grow, its writes fail as on a full disk.
it.runIf(process.platform === 'linux')(
  'no acknowledged plant is lost after a full disk, nor if the folder is moved or replaced',
  { timeout: 600_000 },
  async () => {
    const data = join(temporaryFolder(), 'data');
    const ports = ['--port', '0', '--dynamodb-port', '0', '--docs-port', '0'];
    const options = ['--assembly', assembly, ...ports, '--data', data, '--json'];
    const command = run('tools/commands/start/main.ts', options);
    const store = JSON.parse((await command.prints('}\n')).stdout);
    /** Creates plants, which all get this status. Returns their ids. */
    const create = async (status: number, from: number, count: number) => {
      const statuses = await createMany(store, { from, count, clients: 4 });
      expect(new Set(statuses.values())).toEqual(new Set([status]));
      return [...statuses.keys()];
    };
    /** What it prints of the tables: no line of a request, and no log of a function. */
    const notes = () => command.notes().match(/^(?!POST )\S.*$/gm) ?? [];
    const noted = (count: number) => vi.waitUntil(() => notes().length >= count, slow);
    const limit = (size: string) =>
      execFileSync('prlimit', ['--pid', String(command.pid), `--fsize=${size}:unlimited`]);

    const before = await create(200, 1, 10);
    limit('0');
    await create(400, 21, 4);
    await command.prints('1006');
    await noted(1);
    limit('unlimited');
    const after = await create(200, 31, 10);
    await noted(2);
    expect(notes()).toHaveLength(2);

    const moved = `${data}-moved`;
    renameSync(data, moved);
    await create(400, 41, 4);
    await noted(3);
    expect(notes()[2]).toContain('tables.sqlite');
    mkdirSync(join(data, 'tables'), { recursive: true });
    openDatabase(join(data, 'tables')).close();
    await create(400, 51, 4);

    command.signal('SIGKILL');
    await command.ended;
    const again = await startPlantStore({ assembly, data: moved });
    onTestFinished(again.close);
    const stored = await storedIds(again.dynamodb, 'Plants');
    for (const id of [...before, ...after]) expect(stored).toContain(id);
  },
);
