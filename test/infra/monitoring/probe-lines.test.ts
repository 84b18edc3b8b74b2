import { expect, it } from 'vitest';
import { createAuthorizer } from '../../../functions/authorize/authorize.ts';
import { failures } from '../../../functions/http/failure.ts';
import { createProbeToken } from '../../../functions/probe/temporary-token.ts';
import { probeIdentity } from '../../../functions/shared/probe-identity.ts';
import { loggedLines } from '../../setup/logged-lines.ts';
import { accessLine } from './access-line.ts';
import { countedIn } from './cloudwatch-model/filter-patterns.ts';

const { client } = probeIdentity;
const ended = { client, lastFour: 'abcd', expires: 0 };

it.each([
  ['expired', async () => ended],
  ['unknown', async () => undefined],
])('a token of the probe that is %s is not counted', async (_, find) => {
  const event = { identitySource: [`Bearer ${createProbeToken().text}`] } as never;
  const lines = await loggedLines(() => createAuthorizer(find)(event));
  expect(lines).toHaveLength(1);
  expect(countedIn(/^AuthorizeLogs/, lines)).toEqual([]);
});

/** A line about a request of the probe. */
function lineOfProbe(status: string, client: string) {
  return { ...accessLine(status, '12000'), client };
}

it.each(['200', '400', '500', '503'])(
  'a request of the probe with status %s is not counted among those of clients',
  (status) => {
    expect(countedIn(/AccessLogs/, [lineOfProbe(status, client)])).toEqual([]);
  },
);

// Authorize names the client of a request. So nobody knows then whose request it was.
it.each([
  ['403, as for an unknown token', '403', []],
  ['429', '429', ['Throttled']],
  ['500 because Authorize failed', '500', ['Failed']],
])('a request of the probe that gets %s is counted as that of a client', (_, status, metrics) => {
  expect(countedIn(/AccessLogs/, [lineOfProbe(status, '-')])).toEqual(metrics);
});

it('a failure of a request of the probe is not counted among those of clients', () => {
  const { error } = failures.unavailable;
  const counted = (name: string) =>
    countedIn(/^CreatePlantLogs/, [{ message: { error, client: name } }]);
  expect(counted('nursery')).toContain('Failed');
  expect(counted(client)).not.toContain('Failed');
});
