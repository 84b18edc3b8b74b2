import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { parseOptions, wholeNumber } from '../../../infra/commands/terminal/options.ts';
import { runCommand } from '../../../infra/commands/terminal/run-command.ts';
import { Problem } from '../../../infra/problem.ts';
import { mutants, storiesToFind } from '../../service/stories/mutants.ts';
import { digestOf, prepareSdk } from '../../service/stories/story.ts';
import { tellStory } from '../../service/stories/token-story.ts';
import type { Story } from '../../service/stories/virtual-time.ts';

const help = `Runs stories of plants and tokens in virtual time, and looks for broken promises.

  npm run stories -- [options]

  --stories N   how many; 10,000 if it is not given
  --seed N      the seed of the first story; 1 if it is not given
  --story N     prints the story of this seed only
  --no-mutants  leaves out the services with one mistake
  --help        this text`;

interface Range {
  readonly first: number;
  readonly count: number;
}

const most = 1_000_000_000;

await prepareSdk();
if (isMainThread) await runCommand(main);
else parentPort?.postMessage(await tellAll(workerData as Range));

async function main(args: readonly string[]): Promise<void> {
  const { values } = parseOptions({
    args: [...args],
    options: {
      stories: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      story: { type: 'string' },
      'no-mutants': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(help);
  if (values.story !== undefined)
    return print(await tellStory(wholeNumber('--story', values.story, { most })));
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
  if (bad.length > 0) throw new Problem(`The first bad story has the seed ${bad[0]?.seed}.`);
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
  let found = 0;
  for (const [name, mutant] of Object.entries(mutants)) {
    const count = await storiesToFind(mutant, { first, most: 1_000 });
    if (count === undefined) throw new Problem(`No story finds the mutant "${name}".`);
    found += 1;
    console.log(`${`${count}`.padStart(4)} stories find "${name}"`);
  }
  return `${found} of ${Object.keys(mutants).length}`;
}

function print({ seed, lines, broken }: Story): void {
  console.log(
    `Story ${seed}\n${lines.join('\n')}\n${broken.map((one) => `BROKEN: ${one}\n`).join('')}`,
  );
}
