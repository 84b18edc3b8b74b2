import { expect, it } from 'vitest';
import { readTarget } from './target.ts';

it.each([
  ['nope', 'x', /^BASE_URL takes .+ not "nope"\.$/],
  ['', 'x', /^BASE_URL takes .+ not ""\.$/],
  ['https://a https:/', 'x', /^BASE_URL takes .+ not "https:\/"\.$/],
  ['https://a', undefined, /^BASE_URL needs a TOKEN .+ prints one\.$/],
])('refuses the target %j with the token %j in one sentence', (url, token, sentence) => {
  expect(readTarget(url, token)).toMatch(sentence);
});

it('takes one URL or several', () => {
  const urls = ['https://a', 'https://b/stage'];
  expect(readTarget('https://a/, https://b/stage', 'x')).toEqual({ urls, token: 'x' });
  expect(readTarget(undefined, 'x')).toBeNull();
});
