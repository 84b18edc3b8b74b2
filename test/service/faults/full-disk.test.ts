import { execFileSync } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { startPlantStore } from '../../../tools/commands/start/service.ts';
import { run } from '../../command.ts';
import { slow } from '../../slow.ts';
import { assembly } from '../../synthesized.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { createMany, storedIds } from '../../tools/commands/start/plants.ts';

// If a process's files may not grow, its writes fail as on a full disk.

it.runIf(process.platform === 'linux')(
  'after a full disk, the tables write again, and no acknowledged plant is lost',
  slow,
  async () => {
    const data = temporaryFolder();
    const ports = ['--port', '0', '--dynamodb-port', '0', '--docs-port', '0'];
    const options = ['--assembly', assembly, ...ports, '--data', data, '--json'];
    const command = run('tools/commands/start/main.ts', options);
    const store = JSON.parse((await command.prints('}\n')).stdout);
    const limit = (size: string) =>
      execFileSync('prlimit', ['--pid', String(command.pid), `--fsize=${size}:unlimited`]);

    const before = await createMany(store, { count: 20, clients: 4 });
    expect(new Set(before.values())).toEqual(new Set([200]));

    limit('0');
    const during = await createMany(store, { from: 21, count: 4, clients: 4 });
    expect(new Set(during.values())).toEqual(new Set([400]));
    await command.prints('cannot write');
    await command.prints('error 1006');

    limit('unlimited');
    const after = await createMany(store, { from: 25, count: 20, clients: 4 });
    expect(new Set(after.values())).toEqual(new Set([200]));
    const { stderr } = await command.prints('can write again');
    expect(stderr.match(/cannot write/g)).toHaveLength(1);

    command.signal('SIGKILL');
    await command.ended;
    const again = await startPlantStore({ assembly, data });
    onTestFinished(again.close);
    const stored = await storedIds(again.dynamodb, 'Plants');
    for (const id of [...before.keys(), ...after.keys()]) expect(stored).toContain(id);
  },
);
