import { expect, it } from 'vitest';
import { generateToken, lastFour } from '../../../../functions/authorize/token.ts';
import { shown } from '../../../../infra/commands/token/shown.ts';
import { token } from './token-command.ts';

const secret = generateToken();
const masked = `plant_…${lastFour(secret)}`;

it('leaves a sentence as it is', () => {
  expect(shown('Token 48e67419 of 🌱 plant_shop, “x”.')).toBe(
    'Token 48e67419 of 🌱 plant_shop, “x”.',
  );
});

it('masks each token, even one that lost its end', () => {
  expect(shown(`${secret} or ${secret.slice(0, -4)}`)).toBe(
    `${masked} or plant_…${secret.slice(-8, -4)}`,
  );
});

it('leaves nothing that steers a terminal', () => {
  expect(shown('a\u001b[31mb\u009bc\nd')).toBe('a\u{fffd}[31mb\u{fffd}c\u{fffd}d');
});

it.each([
  [['revoke', '12345678', secret], `${masked} is one word too many.`],
  [[secret], `There is no command ${masked}: it is`],
  [[`--${secret}`], `Unknown option '--${masked}'.`],
  [['create', '--client', 'a', '--expires', `\u001b${secret}`], `--expires \u{fffd}${masked} is`],
  [['list', '--data', `/none/${secret}`], `There is no store in /none/${masked} yet`],
])('is how the command says what is wrong with %j', async (args, sentence) => {
  const { stderr } = await token(...args);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toContain(secret);
});
