import { expect, it } from 'vitest';
import { generateToken, lastFour } from '../../../../functions/authorize/token.ts';
import { tokenCommand } from '../../../../infra/commands/token/token-command.ts';
import { spawnedToken, token } from './token-command.ts';

const secret = generateToken();
const masked = `plant_…${lastFour(secret)}`;

it.each([
  [['revoke', '12345678', secret], `${masked} is one word too many.`],
  [[secret], `There is no command ${masked}: it is`],
  [[`--${secret}`], `Unknown option '--${masked}'.`],
  [['create', '--client', 'a', '--expires', `\u001b${secret}`], `--expires \u{fffd}${masked} is`],
  [['list', '--data', `/none/${secret}`], `There is no store in /none/${masked} yet`],
])('says what is wrong with %j, without the token', async (args, sentence) => {
  const { stderr } = await token(...args);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toContain(secret);
});

it('shows its usage below a complaint', async () => {
  const { code, stdout, stderr } = await spawnedToken({}, 'create');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^Say whose token it is: --client is missing\.\nusage: npm run token -- /);
});

it('shows its help', async () => {
  const { code, stdout, stderr } = await token('--help');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^usage: npm run token -- create/);
  expect(stdout).toContain('The gateway remembers a refusal for five minutes.');
});

it('leaves a bug what it is', async () => {
  const bug = new TypeError('broken');
  const out = () => {
    throw bug;
  };
  await expect(tokenCommand(['--help'], { out, note: expect.fail })).rejects.toBe(bug);
});
