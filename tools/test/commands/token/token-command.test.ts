import { describe, expect, it } from 'vitest';
import { tokenDays } from '../../../../functions/service.ts';
import { createToken } from '../../../commands/token/create-token.ts';
import { redacted } from '../../../shared/terminal/printable.ts';
import { create, stack, stored } from './deployed-stack.ts';
import { token } from './run-token.ts';

const secret = createToken();
const masked = redacted(secret);

it.each([
  [['revoke', '12345678', secret], masked],
  [[secret], masked],
  [
    ['create', '--client', 'a', '--expires', `\u001b${secret}`],
    `--expires ${redacted(`\u001b${secret}`)}`,
  ],
])('prints the mistake without the token (%#)', async (args, sentence) => {
  const { stderr } = await token(...args);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toContain(secret);
});

it.each([
  ['', 'create.*list.*revoke'],
  ['toString', 'toString.*create.*list.*revoke'],
  ['create', '--client'],
  ['revoke 1234 --json', 'revoke.*--json'],
  ['revoke', ''],
  ['revoke 1234 5678', '5678'],
  ['list --stack PlantStore --data here', '--stack.*--data'],
])('refuses "%s" in one line that names the mistake', async (line, named) => {
  const outcome = await token(...line.split(' ').filter((word) => word !== ''));
  const stderr = expect.stringMatching(`^.*${named}.*\n$`);
  expect(outcome).toEqual({ code: 2, stdout: '', stderr });
});

describe('a lifetime', () => {
  it.each([
    ['45s', 45],
    ['2w', 1_209_600],
    ['36525d', 3_155_760_000],
    [undefined, tokenDays * 86_400],
  ])('%s is %d seconds', async (time, seconds) => {
    const options = time === undefined ? [] : ['--expires', time];
    const { created, expires } = await stored(await create('timed', ...options));
    expect(Number(expires) - Number(created)).toBe(seconds);
  });

  it.each(['90', 'd', '1.5h', '1D', '0d', '36526d'])('is not %j', async (text) => {
    const { code, stderr } = await token('create', '--client', 'a', `--expires=${text}`);
    expect(code).toBe(2);
    expect(stderr).toContain(`--expires ${text} `);
  });
});

describe('a client name', () => {
  it.each(['Gärtnerei Süd (Öffentlich)', '植物園', '🌱 & Söhne', 'x'.repeat(64), 'team_west'])(
    'is %j',
    async (client) => {
      expect(await stored(await create(client))).toMatchObject({ client });
    },
  );

  it.each([
    ['65 characters', 'x'.repeat(65)],
    ['a space in front', ' nursery'],
    ['a line break', 'nur\nsery'],
    // The access log may not escape them.
    ['a quotation mark', 'nur"sery'],
    ['a backslash', 'nur\\sery'],
    ['text that runs backwards', 'nur\u202esery'],
    ['a token', secret],
    ['what looks like a token', 'team_productionenvironmentwest'],
  ])('does not have %s', async (_, client) => {
    const outcome = await token('create', `--client=${client}`, ...stack);
    const stderr = expect.stringMatching(/^.*\bclient name\b.*\n$/);
    expect(outcome).toEqual({ code: 2, stdout: '', stderr });
  });
});
