import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import {
  storeDevelopmentTokens as fill,
  developmentToken as token,
} from '../../commands/token/development-token.ts';
import type { OnAnswer } from '../../local/gateway.ts';
import { startService } from '../../local/local-service.ts';
import { createMany, storedIds } from '../commands/start/create-many.ts';
import { exampleJson, path } from '../setup/contract.ts';
import { slow } from '../setup/slow.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';
import { withoutLimits } from '../setup/without-limits.ts';

const config = join(temporaryFolder(), 'config');
writeFileSync(config, '[default]\nregion = eu-west-1\nuse_fips_endpoint = true\n');
/** What a user can have set, and what would lead away from this machine. */
const userSettings = {
  AWS_PROFILE: 'nowhere',
  AWS_CONFIG_FILE: config,
  AWS_USE_FIPS_ENDPOINT: 'true',
  AWS_USE_DUALSTACK_ENDPOINT: 'true',
  AWS_MAX_ATTEMPTS: '1',
  AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
};
for (const [name, value] of Object.entries(userSettings)) vi.stubEnv(name, value);
const data = join(temporaryFolder(), 'data');
const onAnswer = vi.fn<OnAnswer>();
const service = await startService({ data, fill, onAnswer });
afterAll(() => service.close());

function restoreLimits(): void {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

it('no setting of the user reaches the functions or the tables', slow, async () => {
  const reached = Object.entries(userSettings).filter(
    ([name, value]) => process.env[name] === value,
  );
  expect(reached).toEqual([]);
  const statuses = await createMany({ ...service, token }, { count: 1, clients: 1 });
  expect([...statuses.values()]).toEqual([200]);
});

it('answers many clients at once, and every 200 is in the table', slow, async () => {
  withoutLimits();
  onTestFinished(restoreLimits);
  const count = 80;
  const statuses = await createMany({ ...service, token }, { count, clients: count });
  const refusals = onAnswer.mock.calls.filter(([, { statusCode }]) => statusCode !== 200);
  expect(refusals.map(([, { statusCode, body }]) => `${statusCode} ${body}`)).toEqual([]);
  expect(new Set(statuses.values())).toEqual(new Set([200]));
  expect(await storedIds(service.dynamodb)).toEqual(new Set(statuses.keys()));
  const [answered, answer] = onAnswer.mock.lastCall ?? expect.fail();
  expect(answered).toMatchObject({ method: 'POST' });
  expect(answer.statusCode).toBe(200);
  expect(`${answer.body}`).toMatch(/^\{.*\}$/);
});

it('a second one names the first, and a way out', async () => {
  const sentence = await startService({ data }).catch(String);
  for (const named of [process.pid, data, service.url, '--data', '--memory'])
    expect(sentence).toContain(`${named}`);
});

it('closing finishes running requests', slow, async () => {
  const other = await startService({ fill });
  withoutLimits();
  onTestFinished(restoreLimits);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    connection: 'close',
    expect: '100-continue',
  };
  const sent = request(other.url + path, { method: 'POST', headers });
  sent.flushHeaders();
  // The gateway has begun to read the request.
  await once(sent, 'continue');
  const closed = other.close();
  sent.end(exampleJson(1_000));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  expect(answer.resume().statusCode).toBe(200);
  await closed;
  await expect(fetch(other.url)).rejects.toThrow();
  await expect(fetch(other.dynamodb)).rejects.toThrow();
});
