import { expect, it, onTestFinished } from 'vitest';
import { startDynamodbProxy } from '../../setup/dynamodb-proxy.ts';
import { callCode, keys, runCode, startCode } from './lambda-process.ts';

/** Starts and calls the bundle in a process of its own, with these variables. */
async function callWith(environment: Record<string, string>) {
  const store = await startDynamodbProxy();
  onTestFinished(store.stop);
  const code = `${startCode('CreatePlant')} console.log((${callCode('CreatePlant')}).body);`;
  const output = await runCode(code, { AWS_ENDPOINT_URL_DYNAMODB: store.url, ...environment });
  return { ...output, calls: store.calls };
}

it.each([{ AWS_SESSION_TOKEN: 'session' }, {}])(
  'the keys are those in the environment, as Lambda and sam local put them there, and %j',
  async (session) => {
    const { calls } = await callWith({ ...keys, ...session });
    const { headers } = calls.at(-1) ?? {};
    expect(headers?.authorization).toMatch(/Credential=a\//);
    expect(headers?.['x-amz-security-token']).toBe(session.AWS_SESSION_TOKEN);
  },
);

it('the keys are named if they are not set', async () => {
  const { stdout, stderr, calls } = await callWith({ AWS_PROFILE: 'garden' });
  expect(JSON.parse(stdout)).toMatchObject({ error: 1000 });
  expect(stderr).toContain('set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  expect(calls).toEqual([]);
});
