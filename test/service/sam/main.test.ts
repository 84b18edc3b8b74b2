import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../command.ts';
import { assembly } from '../../synthesized.ts';
import { onWindows } from '../../system.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

// CI runs the real programs. Windows does not start a script by its first line.
test.skipIf(onWindows)('npm run test:sam prints each event with another answer', async () => {
  const PATH = temporaryFolder();
  const program = `#!/bin/sh\nif [ "$1" = network ]; then echo 127.0.0.1; exit; fi
echo '{"isAuthorized":false}'; echo '"refused":"revoked"' >&2\n`;
  for (const name of ['sam', 'docker']) {
    writeFileSync(join(PATH, name), program);
    chmodSync(join(PATH, name), 0o755);
  }
  const command = run('test/service/sam/main.ts', ['--assembly', assembly], { env: { PATH } });
  const { code, stdout } = await command.ended;
  expect(code).toBe(1);
  expect(stdout.match(/^ok .*/gm)).toEqual(['ok     authorize/revoked.json']);
  expect(stdout.match(/^WRONG /gm)).toHaveLength(18);
});
