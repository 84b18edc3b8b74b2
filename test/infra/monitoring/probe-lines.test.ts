import { expect, it } from 'vitest';
import { createAuthorizer } from '../../../functions/authorize/authorize.ts';
import { failures } from '../../../functions/http/failure.ts';
import { createProbeToken } from '../../../functions/probe/temporary-token.ts';
import { probeIdentity } from '../../../functions/shared/probe-identity.ts';
import { countedIn } from './cloudwatch-model.ts';
import { accessLine, logged } from './log-lines.ts';

const { client, userAgent } = probeIdentity;
const ended = { client, lastFour: 'abcd', expires: 0 };

it.each([
  ['expired', async () => ended],
  ['unknown', async () => undefined],
])('a token of the probe that is %s is not counted', async (_, find) => {
  const event = { identitySource: [`Bearer ${createProbeToken().text}`] } as never;
  const lines = await logged(() => createAuthorizer(find)(event));
  expect(lines).toHaveLength(1);
  expect(countedIn(/^AuthorizeLogs/, lines)).toEqual([]);
});

it.each(['200', '400', '403', '500'])(
  'a request of the probe with status %s is not counted among those of clients',
  (status) => {
    const line = { ...accessLine(status, '12000'), userAgent };
    expect(countedIn(/AccessLogs/, [line])).toEqual([]);
  },
);

it('a failure of a request of the probe is not counted among those of clients', () => {
  const { error } = failures.unavailable;
  const counted = (name: string) =>
    countedIn(/^CreatePlantLogs/, [{ message: { error, client: name } }]);
  expect(counted('nursery')).toContain('Failed');
  expect(counted(client)).not.toContain('Failed');
});

// The throttle also refuses the probe, on a night without a client.
it('429 for the probe is counted as for a client', () => {
  expect(countedIn(/AccessLogs/, [{ status: '429', userAgent }])).toEqual(['Throttled']);
});
