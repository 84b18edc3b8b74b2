import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { signedPost } from '../../../functions/checks/aws.ts';
import { type Hook, passOn, startDynamodbProxy } from '../../dynamodb-proxy.ts';
import { collectGarbage } from '../../heap-in-use.ts';

vi.stubEnv('AWS_SESSION_TOKEN', 'session');

/** A service that answers its calls so, in this order, and then rightly. */
async function serviceWith(...hooks: Hook[]) {
  const next: Hook = (...call) => (hooks.shift() ?? passOn)(...call);
  const { url, stop } = await startDynamodbProxy({ hook: next });
  onTestFinished(stop);
  vi.stubEnv('AWS_ENDPOINT_URL_LAMBDA', url);
}

// A time limit must survive a garbage collection.
const hang: Hook = collectGarbage;
const halfBody: Hook = async (response) => {
  response.writeHead(200, { 'content-length': 2 }).write('{');
  await sleep(20);
  collectGarbage();
};

describe('a call to AWS', () => {
  it.each([
    ['before its answer', hang],
    ['within its answer', halfBody],
  ])('ends at its time limit if the service hangs %s', async (_, hook) => {
    await serviceWith(hook);
    const call = signedPost('LAMBDA', 300)({ body: {} });
    await expect(call).rejects.toThrow('aborted due to timeout');
  });
});
