import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { authorize } from '../../../functions/authorize/authorize.ts';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import { hookEnvironment, startReleaseAws, versions } from '../../release-aws.ts';

const aws = await startReleaseAws();
afterAll(aws.stop);
for (const [name, value] of Object.entries(hookEnvironment(aws.url))) vi.stubEnv(name, value);
const { handler } = await import('../../../functions/verify-release/handler.ts');

const info = vi.spyOn(console, 'info').mockImplementation(() => {});
const error = vi.spyOn(console, 'error').mockImplementation(() => {});
const add = vi.fn(() => Promise.resolve());
const find = vi.fn((_digest: string) => Promise.resolve(undefined));

function good() {
  aws.handlers.set(versions.createPlant, createPlant(add));
  aws.handlers.set(versions.authorize, authorize(find));
}

beforeEach(() => {
  for (const spy of [info, error, add, find]) spy.mockClear();
  aws.asked.length = 0;
  aws.reports.length = 0;
  good();
});

const event = { DeploymentId: 'd-EXAMPLE', LifecycleEventHookExecutionId: 'execution' };
function reported(status: 'Succeeded' | 'Failed') {
  return [{ deploymentId: 'd-EXAMPLE', lifecycleEventHookExecutionId: 'execution', status }];
}

describe('a release whose versions refuse what they must', () => {
  it('gets traffic', async () => {
    await handler(event);
    expect(aws.reports).toEqual(reported('Succeeded'));
    expect(aws.asked.toSorted()).toEqual(Object.values(versions).toSorted());
    expect(error).not.toHaveBeenCalled();
  });

  it('is tested with an invalid plant, which reaches no store, and an unknown token', async () => {
    await handler(event);
    expect(add).not.toHaveBeenCalled();
    expect(find).toHaveBeenCalledOnce();
    const said = info.mock.calls.map(([line]) => line);
    expect(said).toContainEqual(
      expect.objectContaining({ error: 1003, requestId: 'verify-release' }),
    );
    expect(said).toContainEqual({ refused: 'unknown', requestId: 'verify-release' });
  });
});

describe('a release gets no traffic', () => {
  const answering = (answer: unknown) => () => answer;
  const failing = (message: string) => () => Promise.reject(new Error(message));
  it.each([
    ['createPlant', 'throws', failing('no table')],
    ['createPlant', 'answers nothing', answering(null)],
    ['createPlant', 'answers no JSON', answering({ statusCode: 400, body: '<html>' })],
    ['createPlant', 'answers 1000', answering({ statusCode: 400, body: '{"error":1000}' })],
    ['createPlant', 'answers 200', answering({ statusCode: 200, body: '{"error":1003}' })],
    ['authorize', 'throws', failing('The token store failed')],
    ['authorize', 'answers nothing', answering(null)],
    ['authorize', 'lets anybody in', answering({ isAuthorized: true })],
    ['authorize', 'does not answer yes or no', answering({})],
  ] as const)('when %s %s', async (fn, _, broken) => {
    aws.handlers.set(versions[fn], broken);
    await handler(event);
    expect(aws.reports).toEqual(reported('Failed'));
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ version: versions[fn] }),
    );
  });

  it('and its log says why', async () => {
    aws.handlers.set(versions.createPlant, failing('no table'));
    aws.handlers.set(versions.authorize, answering({ isAuthorized: true }));
    await handler(event);
    const said = error.mock.calls.map(([line]) => line);
    const cause = expect.objectContaining({
      message: 'The function failed: {"errorMessage":"no table"}',
    });
    expect(said).toContainEqual({ version: versions.createPlant, cause });
    expect(said).toContainEqual({ version: versions.authorize, answer: { isAuthorized: true } });
  });

  it('if AWS refuses the calls of the hook, and its log says why', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another');
    vi.resetModules();
    const stranger = await import('../../../functions/verify-release/handler.ts');
    await expect(stranger.handler(event)).rejects.toThrow(
      'codedeploy: 403 The request signature does not match',
    );
    const message = 'lambda: 403 The request signature does not match';
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ cause: expect.objectContaining({ message }) }),
    );
    expect(aws.reports).toEqual([]);
  });
});
