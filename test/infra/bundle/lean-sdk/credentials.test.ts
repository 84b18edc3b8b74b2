import { afterAll, beforeEach, expect, it } from 'vitest';
import { startDynamodbProxy } from '../../../dynamodb-proxy.ts';
import { callCode, keys, runCode, startCode } from '../lambda-process.ts';

const store = await startDynamodbProxy();
afterAll(store.stop);
beforeEach(() => {
  store.calls.length = 0;
});

/** Starts and calls the bundle in a process of its own, with these variables. Returns its answer and its log. */
async function callWith(environment: Record<string, string>) {
  const code = `${startCode('CreatePlant')} console.log((${callCode('CreatePlant')}).body);`;
  return runCode(code, { AWS_ENDPOINT_URL_DYNAMODB: store.url, ...environment });
}

it.each([{ AWS_SESSION_TOKEN: 'session' }, {}])(
  'signs with the keys in the environment, as Lambda and sam local put them there, and %j',
  async (session) => {
    await callWith({ ...keys, ...session });
    const { headers } = store.calls.at(-1) ?? {};
    expect(headers?.authorization).toMatch(/Credential=a\//);
    expect(headers?.['x-amz-security-token']).toBe(session.AWS_SESSION_TOKEN);
  },
);

it('names the variables if they are not set', async () => {
  const { stdout, stderr } = await callWith({ AWS_PROFILE: 'garden' });
  expect(JSON.parse(stdout)).toMatchObject({ error: 1000 });
  expect(stderr).toContain(
    'There are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  );
  expect(store.calls).toEqual([]);
});
