import { describe, expect, it } from 'vitest';
import { lastFour } from '../../../../functions/authorize/token.ts';
import { generateToken } from '../../../../tools/commands/token/generate-token.ts';
import { usualLifetime } from '../../../../tools/commands/token/tokens.ts';
import { create, stack, stored } from './deployed-stack.ts';
import { token } from './token-command.ts';

const secret = generateToken();
const masked = `plant_…${lastFour(secret)}`;

it.each([
  [['revoke', '12345678', secret], `Unexpected argument ${masked}.`],
  [[secret], masked],
  [['create', '--client', 'a', '--expires', `\u001b${secret}`], `--expires \u{fffd}${masked} is`],
])('prints the mistake without the token (%#)', async (args, sentence) => {
  const { stderr } = await token(...args);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toContain(secret);
});

it.each([
  ['', 'A command is missing: use create, list or revoke. Try --help.'],
  ['toString', 'There is no command toString: use create, list or revoke. Try --help.'],
  ['create', '--client is missing: name the client.'],
  ['create --client probe', 'The client name probe is reserved for the checks of the service.'],
  [
    'list --expiring soon',
    '--expiring soon is not a time from 0s to a century: write a number and one of s, m, h, d, w, as in 90d.',
  ],
  ['revoke 1234 --expiring 2d', 'revoke has no option --expiring.'],
  ['create nursery --client a', 'Unexpected argument nursery. Try --help.'],
  ['revoke 1234 --json', 'revoke has no option --json.'],
  ['list all', 'Unexpected argument all. Try --help.'],
  ['revoke', 'The id of a token is missing.'],
  ['revoke 1234 5678', 'Unexpected argument 5678. Try --help.'],
  ['list --profile me', '--profile and --region need --stack.'],
  ['list --region eu-west-1', '--profile and --region need --stack.'],
  [
    'list --stack PlantStore --region eu-central-1,',
    '--region takes a region such as eu-central-1, not eu-central-1,.',
  ],
  ['list --stack PlantStore --data here', 'Use either --stack or --data.'],
])('refuses "%s" with one sentence', async (line, sentence) => {
  const outcome = await token(...line.split(' ').filter((word) => word !== ''));
  expect(outcome).toEqual({ code: 2, stdout: '', stderr: `${sentence}\n` });
});

describe('a lifetime', () => {
  it.each([
    ['45s', 45],
    ['5m', 300],
    ['1h', 3_600],
    ['90d', 7_776_000],
    ['2w', 1_209_600],
    ['36525d', 3_155_760_000],
    [undefined, usualLifetime],
  ])('%s is %d seconds', async (time, seconds) => {
    const options = time === undefined ? [] : ['--expires', time];
    const { created, expires } = await stored(await create('timed', ...options));
    expect(Number(expires) - Number(created)).toBe(seconds);
  });

  it.each(['90', 'd', '-1d', '1.5h', '1 d', '1D', '1d2h', '0d', '36526d', `${'9'.repeat(400)}s`])(
    'is not %j',
    async (text) => {
      const { code, stderr } = await token('create', '--client', 'a', `--expires=${text}`);
      expect(code).toBe(2);
      expect(stderr).toContain(`--expires ${text} `);
    },
  );
});

describe('a client name', () => {
  it.each(['a', 'nursery-7', 'Gärtnerei Süd (Öffentlich)', '植物園', '🌱 & Söhne', 'x'.repeat(64)])(
    'is %j',
    async (client) => {
      expect(await stored(await create(client))).toMatchObject({ client });
    },
  );

  it.each([
    ['65 characters', 'x'.repeat(65)],
    ['a space in front', ' nursery'],
    ['a space behind', 'nursery '],
    ['a line break', 'nur\nsery'],
    ['text that runs backwards', 'nur\u202esery'],
    ['a character without width', 'nur\u200bsery'],
    ['half a character', 'nursery\ud83c'],
  ])('does not have %s', async (_, client) => {
    expect((await token('create', `--client=${client}`, ...stack)).stderr).toMatch(
      /^A client name .+\n$/,
    );
  });
});
