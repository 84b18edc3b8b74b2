import { expect, it } from 'vitest';
import { startCommand } from './command.ts';
import { slow } from './slow.ts';
import { readTestedStage } from './tested-stage.ts';

it.each([
  [{ BASE_URL: 'notaurl', TOKEN: 'x' }, '"notaurl"'],
  [{ BASE_URL: 'http://127.0.0.1:1, localhost:3000', TOKEN: 'x' }, '"localhost:3000"'],
  [{ BASE_URL: '', TOKEN: 'x' }, '""'],
  [{ BASE_URL: 'http://127.0.0.1:1' }, 'TOKEN'],
])('refuses the service to test of %j', (env, named) => {
  expect(() => readTestedStage(env)).toThrow(named);
});

it('the tests of a service that is given wrongly end with one sentence', slow, async () => {
  const env = { BASE_URL: 'notaurl', TOKEN: 'x' };
  // Vitest loads it first.
  const tests = startCommand('vitest.config.ts', [], { env });
  const { code, stdout, stderr } = await tests.ends();
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^BASE_URL [^\n]+\.\n$/);
});
