import { expect, it } from 'vitest';
import { digestOf } from '../../../../functions/authorize/token.ts';
import { probeIdentity } from '../../../../functions/shared/probe-identity.ts';
import { createToken } from '../../../commands/token/create-token.ts';
import { rowsOf } from '../../../commands/token/token-list.ts';
import { token } from './run-token.ts';
import { noon, storedToken } from './stored-tokens.ts';

it('a new token never has a digest that is reserved for the probe', () => {
  const digests = Array.from({ length: 2_000 }, () => digestOf(createToken()));
  expect(digests.filter((digest) => digest.startsWith(probeIdentity.digestPrefix))).toEqual([]);
});

it('no client gets the name of the probe', async () => {
  const outcome = await token('create', '--client', probeIdentity.client);
  const stderr = expect.stringMatching(`^.*${probeIdentity.client}.*\n$`);
  expect(outcome).toEqual({ code: 2, stdout: '', stderr });
});

it('the list does not say of a token of the probe that it ends soon', () => {
  const own = storedToken('00000009', { client: probeIdentity.client, expires: noon + 60 });
  const other = storedToken('00000004', { client: 'zoo', expires: noon + 60 });
  const shown = rowsOf([own, other], noon).map(({ client, endsSoon }) => [client, endsSoon]);
  expect(shown).toEqual([
    ['zoo', true],
    [probeIdentity.client, false],
  ]);
});
