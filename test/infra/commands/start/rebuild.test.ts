import { expect, it } from 'vitest';
import { rebuild } from '../../../../infra/commands/start/rebuild.ts';
import { UsageError } from '../../../../infra/terminal/problem.ts';

function harness() {
  const seen: string[] = [];
  const assembly = { folder: 'new', remove: () => seen.push('removed') };
  return {
    seen,
    assembly,
    say: (text: string) => seen.push(text),
    swap: async (folder: string) => void seen.push(`swapped to ${folder}`),
  };
}

it('a good build is swapped in', async () => {
  const { assembly, say, seen, swap } = harness();
  expect(await rebuild({ swap }, async () => assembly, say)).toBe(assembly);
  expect(seen).toEqual(['swapped to new', 'Rebuilt: from now on the new functions answer.']);
});

it('a build that fails leaves the old one and says why', async () => {
  const { say, seen, swap } = harness();
  const broken = () => Promise.reject(new UsageError('Expected ";" but found "}".'));
  expect(await rebuild({ swap }, broken, say)).toBeUndefined();
  expect(seen).toEqual(['The old functions go on. Expected ";" but found "}".']);
});

it('a build that cannot be served is removed again', async () => {
  const { assembly, say, seen } = harness();
  const swap = () => Promise.reject(new UsageError('No such route.'));
  expect(await rebuild({ swap }, async () => assembly, say)).toBeUndefined();
  expect(seen).toEqual(['removed', 'The old functions go on. No such route.']);
});
