import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { explore } from './model.ts';

const requests = [
  { plant: 'Fern', region: 0 },
  { plant: 'Fern', region: 1 },
  { plant: 'Moss', region: 1 },
] as const;
const ours = { acceptsSamePlant: true, isStrong: true };

it('each answer keeps its promise in all orders, and PROTOCOL.md says what the table can hold', () => {
  const { wrong, states, found } = explore(ours, requests, 3);
  expect(wrong).toBeUndefined();
  expect(states).toBeGreaterThan(50_000);
  const protocol = readFileSync('functions/create-plant/PROTOCOL.md', 'utf8');
  const rows = [...protocol.matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(
    ([, answer, plants = '']) => [Number(answer), new Set(plants.split(', '))] as const,
  );
  expect(new Map(rows)).toEqual(found);
});

it.each([
  [
    'a condition that refuses the same plant',
    { ...ours, acceptsSamePlant: false },
    'Fern: arrives, 1004',
  ],
  ['regions that copy a write later', { ...ours, isStrong: false }, 'is copied'],
])('finds the mistake of %s', (_, rules, lastStep) => {
  expect(explore(rules, requests, 3).wrong?.at(-1)).toContain(lastStep);
});

it('allows regions that copy a write later, if an id is written in one of them', () => {
  const atHome = requests.map(({ plant }) => ({ plant, region: 0 as const }));
  expect(explore({ ...ours, isStrong: false }, atHome, 2).wrong).toBeUndefined();
});
