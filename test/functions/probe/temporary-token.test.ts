import { expect, it, vi } from 'vitest';
import { createAuthorizer } from '../../../functions/authorize/authorize.ts';
import { isToken } from '../../../functions/authorize/token.ts';
import { createProbeToken } from '../../../functions/probe/temporary-token.ts';
import { probeIdentity } from '../../../functions/shared/probe-identity.ts';

it('the probe has tokens that Authorize accepts, with digests of the reserved range', () => {
  const tokens = [createProbeToken()];
  // The checksum of one token in 62 begins with a zero.
  while (tokens.at(-1)?.text.at(-6) !== '0') tokens.push(createProbeToken());
  for (const { text, digest } of tokens) {
    expect(text).toSatisfy(isToken);
    expect(digest.startsWith(probeIdentity.digestPrefix)).toBe(true);
  }
});

it('Authorize names the probe if a token of its own is unknown, so that it is not taken for a client', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  const event = {
    identitySource: [`Bearer ${createProbeToken().text}`],
    headers: {},
    requestContext: { requestId: 'request' },
  };
  const answer = await createAuthorizer(async () => undefined)(event as never);
  expect(answer).toEqual({ isAuthorized: false });
  const line = { refused: 'unknown', requestId: 'request', client: 'probe' };
  expect(info).toHaveBeenCalledExactlyOnceWith(line);
});
