import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../command.ts';
import { slow } from '../../slow.ts';
import { mutants, storiesToFind } from './mutants.ts';
import { prepareSdk } from './story.ts';
import { tellStory } from './token-story.ts';

beforeAll(prepareSdk);

const stories = 50;

// functions/create-plant/PROTOCOL.md: "All other answers come before the first attempt, so the plant is not
// stored."
// functions/create-plant/PROTOCOL.md: "After **1006**, 1000, a status of 500 or no answer, the plant is stored or
// not."
// functions/create-plant/PROTOCOL.md: "With two regions this holds if the table is strongly consistent, or if each
// id is written in one region only."
// docs/REGIONS.md: "at most one gets 200, the other 1004 or 1006"
// docs/REGIONS.md: "All writes go to one region | the contract holds | the contract holds"
// docs/REGIONS.md: "it answers 1006 until it is back"
// docs/REGIONS.md: "When it sends the plant again, it gets the final answer."
// docs/REGIONS.md: "tests both modes, with a region cut off, lost answers and killed instances."
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

// test/README.md: "`npm run stories -- --story 17` prints one story"
it('a seed repeats its story, also in another process', slow, async () => {
  const { lines } = await tellStory(7);
  expect(lines.length).toBeGreaterThan(10);
  expect((await tellStory(7)).lines).toEqual(lines);
  const printed = await run('test/lab/stories/main.ts', ['--story', '7']).ended;
  expect(printed).toEqual({ code: 0, stdout: `Story 7\n${lines.join('\n')}\n\n`, stderr: '' });
});

// docs/REGIONS.md: "both can get 200. Then the later plant replaces the earlier one everywhere, and the first
// client does not learn it"
// docs/RUNBOOK.md: "a single region answers 1006"
// docs/RUNBOOK.md: "If another client has used the id, the later plant stays."
describe('a service with one mistake breaks a promise', () => {
  it.each(Object.entries(mutants))('%s', async (_, mutant) => {
    expect(await storiesToFind(mutant, { first: 1, most: 200 })).toBeDefined();
  });
});
