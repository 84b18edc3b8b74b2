import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tables, tokenPrefix } from '../../../../functions/service.ts';
import { type CommandOptions, startCommand } from '../../setup/command.ts';
import { path } from '../../setup/contract.ts';
import { slow } from '../../setup/slow.ts';
import { onWindows } from '../../setup/system.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { createMany } from './create-many.ts';

function start(args: readonly string[], options?: CommandOptions) {
  return startCommand('tools/commands/start/main.ts', ['--port', '0', ...args], options);
}

describe('npm start', slow, () => {
  // Windows has no signals between processes: kill() ends one immediately.
  it.skipIf(onWindows)(
    'shows a banner, then one line for each request, and ends with 0 on Ctrl-C',
    async () => {
      const command = start(['--memory']);
      const { stdout: banner } = await command.prints("  -d '");
      const [url = ''] = /http:\S+/.exec(banner) ?? [];
      const [token = ''] = new RegExp(`${tokenPrefix}\\w+`).exec(banner) ?? [];
      expect(banner).toContain(`curl ${url}${path} \\\n    -H 'Authorization: Bearer ${token}'`);
      await createMany({ url, token }, { count: 2, clients: 1 });
      await fetch(url + path, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
      // The terminal and npm both send it.
      command.signal('SIGINT');
      command.signal('SIGINT');
      const { code, stdout, stderr } = await command.ends();
      const lines = stdout.split('\n').filter((line) => line.startsWith('POST'));
      expect(lines).toEqual([
        ...Array(2).fill(expect.stringMatching(` ${path} 200 \\d+ ms$`)),
        expect.stringMatching(` ${path} 400 error 1002 \\d+ ms$`),
      ]);
      // The log of the function.
      expect(stderr).toMatch(/^\{.* error: 1002\b.*\}\n$/);
      expect(stderr).not.toContain('undefined');
      expect(code).toBe(0);
    },
  );

  describe('with --json and a data folder', () => {
    const data = join(temporaryFolder(), 'data');
    const command = start(['--json', '--data', data, '--host', 'LocalHost'], {
      whenDone: afterAll,
    });
    const sent = { count: 1, clients: 1 };

    it('prints one line of JSON, and the rest on stderr', async () => {
      const store = JSON.parse(await command.line());
      expect(store).toMatchObject({
        url: expect.stringMatching(/^http:\/\/localhost:\d+$/),
        token: expect.stringContaining(tokenPrefix),
        docs: expect.stringMatching(/^http:\/\/localhost:\d+$/),
        dynamodb: expect.stringMatching(/^http:\/\/localhost:\d+$/),
        tables: Object.fromEntries(Object.keys(tables).map((name) => [name, name])),
      });
      expect([...(await createMany(store, sent)).values()]).toEqual([200]);
      await command.prints(`POST ${path} 200 `);
    });

    // Windows lets nobody delete an open file.
    it.skipIf(onWindows)(
      'answers no 200 after this folder was deleted, and ends with one sentence that says so',
      async () => {
        rmSync(data, { recursive: true });
        const store = JSON.parse(await command.line());
        // The same item again, which it has stored.
        expect([...(await createMany(store, sent)).values()]).toEqual([500]);
        const { code, stdout, stderr } = await command.ends();
        expect(stdout.trimEnd().split('\n')).toHaveLength(1);
        const [first, second, ...sentences] = stderr.trimEnd().split('\n');
        expect([first, second]).toEqual([
          expect.stringContaining(`${path} 200 `),
          expect.stringContaining(`${path} 500 `),
        ]);
        expect(sentences).toEqual([expect.stringContaining(data)]);
        expect(code).toBe(2);
      },
    );
  });
});
