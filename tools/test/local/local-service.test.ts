import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import {
  storeDevelopmentTokens as fill,
  developmentToken as token,
} from '../../commands/development-token.ts';
import type { OnAnswer } from '../../local/gateway.ts';
import { startService } from '../../local/local-service.ts';
import { createMany, storedIds } from '../commands/start/create-many.ts';
import { slow } from '../setup/slow.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';
import { withoutLimits } from '../setup/without-limits.ts';

// What a user can have set, and what would lead away from this machine.
const config = join(temporaryFolder(), 'config');
writeFileSync(config, '[default]\nregion = eu-west-1\nuse_fips_endpoint = true\n');
for (const [name, value] of Object.entries({
  AWS_PROFILE: 'nowhere',
  AWS_CONFIG_FILE: config,
  AWS_USE_FIPS_ENDPOINT: 'true',
  AWS_USE_DUALSTACK_ENDPOINT: 'true',
  AWS_MAX_ATTEMPTS: '1',
  AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
})) {
  vi.stubEnv(name, value);
}
const data = join(temporaryFolder(), 'data');
const onAnswer = vi.fn<OnAnswer>();
const service = await startService({ data, fill, onAnswer });
afterAll(() => service.close());

it('answers many clients at once, and every 200 is in the table', slow, async () => {
  withoutLimits();
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const count = 80;
  const statuses = await createMany({ ...service, token }, { count, clients: count });
  const refusals = onAnswer.mock.calls.filter(([, { statusCode }]) => statusCode !== 200);
  expect(refusals.map(([, { statusCode, body }]) => `${statusCode} ${body}`)).toEqual([]);
  expect(new Set(statuses.values())).toEqual(new Set([200]));
  expect(await storedIds(service.dynamodb)).toEqual(new Set(statuses.keys()));
  const [request, answer] = onAnswer.mock.lastCall ?? expect.fail();
  expect(request).toMatchObject({ method: 'POST' });
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
  const under = createMany({ ...other, token }, { count: 1, clients: 1 });
  // Until the request is under way.
  await delay(5);
  await other.close();
  await under;
  await expect(fetch(other.url)).rejects.toThrow();
  await expect(fetch(other.dynamodb)).rejects.toThrow();
});
