import { expect, it } from 'vitest';
import { run } from '../../../tools/test/setup/command.ts';
import { slow } from '../../../tools/test/setup/slow.ts';

it.each([
  [{ BASE_URL: 'notaurl', TOKEN: 'x' }, '"notaurl"'],
  [{ BASE_URL: 'http://127.0.0.1:1, localhost:3000', TOKEN: 'x' }, '"localhost:3000"'],
  [{ BASE_URL: '', TOKEN: 'x' }, '""'],
  [{ BASE_URL: 'http://127.0.0.1:1' }, 'TOKEN'],
])('a service to test that is given as %j is refused in one sentence', slow, async (env, named) => {
  const test = run('node_modules/vitest/vitest.mjs', ['run', 'address.test.ts'], { env });
  const { code, stdout, stderr } = await test.ends();
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^BASE_URL [^\n]+\.\n$/);
  expect(stderr).toContain(named);
});
