import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startService } from '../../../tools/local/local-service.ts';
import { run } from '../../setup/command.ts';
import { slow } from '../../setup/slow.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { createMany, storedIds } from '../../tools/commands/start/stored-plants.ts';

// If a process's files may not grow, its writes fail as on a full disk.
it.runIf(process.platform === 'linux')(
  'no acknowledged plant is lost after a full disk',
  { timeout: 600_000 },
  async () => {
    const data = join(temporaryFolder(), 'data');
    const ports = ['--port', '0', '--dynamodb-port', '0', '--docs-port', '0'];
    const options = [...ports, '--data', data, '--json'];
    const command = run('tools/commands/start/main.ts', options);
    const store = JSON.parse(await command.line());
    /** Creates plants, which all get this status. Returns their ids. */
    const create = async (status: number, from: number, count: number) => {
      const statuses = await createMany(store, { from, count, clients: 4 });
      expect(new Set(statuses.values())).toEqual(new Set([status]));
      return [...statuses.keys()];
    };
    /** Waits for the reason in the log of the function. */
    const logged = (reason: string) => vi.waitUntil(() => command.notes().includes(reason), slow);
    const limit = (size: string) =>
      execFileSync('prlimit', ['--pid', String(command.pid), `--fsize=${size}:unlimited`]);

    const before = await create(200, 1, 10);
    limit('0');
    await create(400, 21, 4);
    await logged('tables.sqlite: ');
    limit('unlimited');
    const after = await create(200, 31, 10);

    command.signal('SIGKILL');
    await command.ended;
    const again = await startService({ data });
    onTestFinished(again.close);
    const stored = await storedIds(again.dynamodb, 'Plants');
    for (const id of [...before, ...after]) expect(stored).toContain(id);
  },
);
