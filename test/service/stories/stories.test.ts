import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { slow } from '../../slow.ts';
import { mutants, storiesToFind } from './mutants.ts';
import { prepareSdk } from './story.ts';
import { tellStory } from './token-story.ts';

beforeAll(prepareSdk);

const stories = 50;

it(
  `${stories} stories break no promise, and find what PROTOCOL.md says of the table`,
  slow,
  async () => {
    const found: Record<string, Set<string>> = {};
    const happened = new Set<string>();
    for (let seed = 1; seed <= stories; seed += 1) {
      const { broken, lines } = await tellStory(seed);
      expect(broken, `Story ${seed}:\n${lines.join('\n')}\n`).toEqual([]);
      for (const [words] of lines.join('\n').matchAll(happenings)) happened.add(words);
      for (const [, answer = '', held = ''] of lines.join('\n').matchAll(afterAnswer)) {
        found[answer] = (found[answer] ?? new Set()).add(held);
      }
    }
    expect(happened.size).toBe(happenings.source.split('|').length);
    const protocol = readFileSync('functions/create-plant/PROTOCOL.md', 'utf8');
    const rows = [...protocol.matchAll(/^\| (\d+) \| (.+) \|$/gm)];
    const documented = rows.map(([, answer, held = '']) => [answer, new Set(held.split(', '))]);
    expect(found).toEqual(Object.fromEntries(documented));
  },
);
const happenings =
  /strong consistency|eventual consistency|is cut off|no answer|the instance is killed/g;
const afterAnswer = /after (\d+), the table holds (.+)$/gm;

it('a seed repeats its story', slow, async () => {
  const { lines } = await tellStory(7);
  expect(lines.length).toBeGreaterThan(10);
  expect((await tellStory(7)).lines).toEqual(lines);
});

describe('a service with one mistake breaks a promise', () => {
  it.each(Object.entries(mutants))('%s', async (_, mutant) => {
    expect(await storiesToFind(mutant, { first: 1, most: 200 })).toBeDefined();
  });
});
