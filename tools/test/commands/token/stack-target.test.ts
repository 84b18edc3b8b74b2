import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { startRecordingProxy } from '../../setup/recording-proxy.ts';
import { behindProxy } from '../behind-proxy.ts';
import { accepts, create, errorOf, resets, stack, stored } from './deployed-stack.ts';
import { shownIdOf, token, tokenWith } from './run-token.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('needs credentials', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  vi.stubEnv('HOME', '/nonexistent');
  expect(await errorOf('list')).toMatch(/^[^\n]+ AWS_PROFILE[^\n]*\n$/);
});

it('needs a region', async () => {
  vi.stubEnv('AWS_REGION', undefined);
  vi.stubEnv('HOME', '/nonexistent');
  expect(await errorOf('list')).toMatch(/^[^\n]* AWS_REGION\b[^\n]*\n$/);
});

it.each([
  [200, /\bPlantStore\b.*\bApiId\b/],
  [302, /\b302\b/],
])('an answer of a proxy with status %i is one sentence', async (status, sentence) => {
  const proxy = await startRecordingProxy({
    hook: (response) => response.writeHead(status, { location: '/sign-in' }).end(),
  });
  onTestFinished(proxy.stop);
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', proxy.url);
  expect(await errorOf('list')).toMatch(sentence);
});

it('a service that does not answer is one sentence', async () => {
  vi.stubEnv('AWS_MAX_ATTEMPTS', '1');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const calls = await behindProxy(() => {});
  const listed = errorOf('list');
  await vi.waitUntil(() => calls.length > 0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await listed).toMatch(/^[^\n]+\.\n$/);
});

it('revoke says if it cannot clear the cache of the gateway', async () => {
  const text = await create('guarded');
  expect(
    await token('revoke', shownIdOf(text), '--stack', 'Guarded', '--confirm', 'production'),
  ).toEqual({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(/\bAccessDeniedException\b.*\bapigateway:DELETE\b/),
  });
  expect(await accepts(text)).toBe(false);
});

it.each<[string, readonly string[], string | undefined]>([
  ['of another stage was typed', [], 'staging'],
  ['of another stage was given', ['--confirm', 'staging'], 'production'],
  ['is missing, and nobody is there', [], undefined],
])('revokes and extends nothing in a stack if the name %s', async (_, options, typed) => {
  const text = await create('kept', '--expires', '1h');
  const before = await stored(text);
  const words = [...stack, ...options];
  for (const command of [['revoke', shownIdOf(text)], ['extend']]) {
    const { code, stderr } = await tokenWith(typed, ...command, ...words);
    expect(code).toBe(2);
    expect(stderr).toMatch(/\bproduction\b.*\bPlantStore\b.*\b123456789012\b.*\beu-central-1\b/);
  }
  expect(await stored(text)).toEqual(before);
  expect(resets).toEqual([]);
});

it('revokes a token of a stack after somebody has typed the name of the stage', async () => {
  const text = await create('asked');
  const { code } = await tokenWith('production', 'revoke', shownIdOf(text), ...stack);
  expect(code).toBe(0);
  expect(await accepts(text)).toBe(false);
});
