import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Problem } from '../../../infra/base.ts';
import { readArguments, wholeNumber } from '../../../tools/commands/terminal/options.ts';
import { runCommand } from '../../../tools/commands/terminal/run-command.ts';
import { mutants, storiesToFind } from '../../service/stories/mutants.ts';
import { digestOf, prepareSdk } from '../../service/stories/story.ts';
import { tellStory } from '../../service/stories/token-story.ts';
import type { Story } from '../../service/stories/virtual-time.ts';

const line = {
  command: 'npm run stories',
  about: 'Tells stories of plants and tokens in virtual time, and looks for broken promises.',
  usage: ['[options]'],
  options: {
    stories: { takes: 'N', default: '10000', help: 'how many' },
    seed: { takes: 'N', default: '1', help: 'the seed of the first story' },
    story: { takes: 'N', help: 'prints the story of this seed only' },
    'no-mutants': { help: 'leaves out the services with one mistake' },
  },
} as const;

interface Range {
  readonly first: number;
  readonly count: number;
}

const most = 1_000_000_000;

await prepareSdk();
if (isMainThread) await runCommand(main);
else parentPort?.postMessage(await tellAll(workerData as Range));

async function main(args: readonly string[]): Promise<void> {
  const given = readArguments(args, line);
  if (given === undefined) return;
  const { values } = given;
  if (values.story !== undefined) {
    const story = await tellStory(wholeNumber('--story', values.story, { most }));
    print(story);
    return refuseBad([story]);
  }
  const first = wholeNumber('--seed', values.seed, { most });
  const count = wholeNumber('--stories', values.stories, { most });
  const all = await tellInWorkers({ first, count });
  const bad = all.filter(({ broken }) => broken.length > 0);
  for (const one of bad.slice(0, 3)) print(one);
  const found = values['no-mutants'] ? '' : `, ${await findMutants(first)} mutants found`;
  const verdict = bad.length === 0 ? 'none' : `${bad.length}`;
  console.log(
    `${count.toLocaleString('en')} stories, ${verdict} bad${found} (digest ${digestOf(all)})`,
  );
  refuseBad(bad);
}

function refuseBad(stories: readonly Story[]): void {
  const bad = stories.find(({ broken }) => broken.length > 0);
  if (bad) throw new Problem(`The first bad story has the seed ${bad.seed}.`);
}

async function tellInWorkers({ first, count }: Range): Promise<Story[]> {
  const share = Math.ceil(count / availableParallelism());
  const parts: Promise<Story[]>[] = [];
  for (let from = first; from < first + count; from += share) {
    const workerData: Range = { first: from, count: Math.min(share, first + count - from) };
    const worker = new Worker(new URL(import.meta.url), { workerData });
    parts.push(
      new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject)),
    );
  }
  return (await Promise.all(parts)).flat();
}

async function tellAll({ first, count }: Range): Promise<Story[]> {
  const all: Story[] = [];
  for (let seed = first; seed < first + count; seed += 1) all.push(await tellStory(seed));
  return all;
}

/** Prints after how many stories each mutant is found, and returns how many are. */
async function findMutants(first: number): Promise<string> {
  for (const [name, mutant] of Object.entries(mutants)) {
    const count = await storiesToFind(mutant, { first, most: 1_000 });
    if (count === undefined) throw new Problem(`No story finds the mutant "${name}".`);
    console.log(`${`${count}`.padStart(4)} stories find "${name}"`);
  }
  const { length } = Object.keys(mutants);
  return `${length} of ${length}`;
}

function print({ seed, lines, broken }: Story): void {
  console.log(
    `Story ${seed}\n${lines.join('\n')}\n${broken.map((one) => `BROKEN: ${one}\n`).join('')}`,
  );
}
