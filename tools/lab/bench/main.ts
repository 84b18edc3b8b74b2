import '../../test/setup/without-aws.ts';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type BuildOptions, buildSync } from 'esbuild';
import { serviceName } from '../../../functions/service.ts';
import { bundleFunctions, nodeMajor } from '../../../infra/build/bundle.ts';
import { memoryMegabytes as deployed } from '../../../infra/service-function.ts';
import { type DeployedFunction, deployedFunction } from '../../test/setup/deployed-function.ts';
import { synthesize } from '../../test/setup/synthesis.ts';
import { cpuQuota, fullCoreMegabytes } from './cpu-quota.ts';
import { type Bench, type ColdStart, coldStart, compileRuntime } from './function-process.ts';
import { measured } from './measured.ts';
import { startStoreStub } from './store-stub.ts';
import { tricks, withoutTrick } from './tricks.ts';

/** By memory: the time of our cold start is at most this share of that by NodejsFunction without a runtime. */
const targets: Readonly<Record<number, number>> = {
  [fullCoreMegabytes]: 0.66,
  512: 0.5,
  128: 0.25,
};
/** The part of the rounds that is kept: those with the least time together. */
const keptShare = 0.6;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' },
    check: { type: 'boolean' },
    tricks: { type: 'boolean' },
  },
});
const rounds = Number(values.rounds);
const folder = mkdtempSync(join(tmpdir(), `${serviceName}-bench-`));
// The store answers after a millisecond: a longer time would hide a part of the function's own.
const store = await startStoreStub(folder, 1);
try {
  process.exitCode = await run();
} finally {
  store.close();
  rmSync(folder, { recursive: true });
}

async function run(): Promise<number> {
  const assembly = join(folder, 'assembly');
  synthesize({ outdir: assembly, code: await bundleFunctions(join(folder, 'code')) });
  const ours = deployedFunction(assembly, measured.name);
  const event = JSON.parse(readFileSync(measured.event, 'utf8'));
  const quota = cpuQuota();
  if (!quota) console.error('No control group can be made here: only full-core rows.');
  const bench = { runtime: compileRuntime(folder), store, event, quota };
  const [{ model = '' } = {}] = cpus();
  console.log(
    `${model.trim()}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, ${rounds} rounds\n`,
  );
  if (values.tricks) return compareTricks(bench, ours);
  const all = [
    nodejsFunction(ours),
    // CDK leaves the SDK to the runtime. The SDK as npm installs it stands in for Lambda's own.
    nodejsFunction(ours, { external: ['@aws-sdk/*', '@smithy/*'] }),
    nodejsFunction(ours, { minify: true, mainFields: ['module', 'main'] }),
    ours,
  ];
  console.log('| MB | no runtime | nodejs24.x | minify, mainFields | ours | target |');
  console.log('|---:|---:|---:|---:|---:|---:|');
  let isMissed = targets[deployed] === undefined;
  if (isMissed) console.error(`The deployed size, ${deployed} MB, has no target.`);
  for (const [size, target] of Object.entries(targets).toReversed()) {
    const megabytes = Number(size);
    // A share of a core that cannot be set is not measured, so its target is missed.
    const isMeasured = bench.quota !== undefined || megabytes === fullCoreMegabytes;
    const starts = isMeasured ? await measure(bench, all, megabytes) : [];
    const times = starts.map((round) => round.map(({ elapsed }) => elapsed));
    const ratios = all.map((_, index) =>
      median(times.map((round) => (round.at(-1) ?? 0) / (round[index] ?? 0))),
    );
    isMissed ||= !(Number(ratios[0]) <= target);
    const cells = all.map((one, index) => {
      const time = median(times.map((round) => round[index] ?? 0)).toFixed(0);
      return one === ours ? time : `${time} (${ratios[index]?.toFixed(2)})`;
    });
    console.log(`| ${[size, ...cells, target].join(' | ')} |`);
  }
  return values.check && isMissed ? 1 : 0;
}

/** How much more a start takes without each trick: the median of the ratios, and its interval of 95 %. */
async function compareTricks(bench: Bench, ours: DeployedFunction): Promise<number> {
  const all = [ours, ...tricks.map((trick) => withoutTrick(ours, trick, folder))];
  const starts = new Map<number, ColdStart[][]>();
  for (const megabytes of Object.keys(targets).map(Number).toReversed())
    starts.set(megabytes, await measure(bench, all, megabytes));
  const titles = [...starts.keys()].map((megabytes) => `time at ${megabytes} MB`);
  console.log(`| without | ${[...titles, 'CPU time at all sizes'].join(' | ')} |`);
  console.log(`|---|${'---:|'.repeat(titles.length + 1)}`);
  for (const [index, { name }] of tricks.entries()) {
    const ratios = (rounds: readonly ColdStart[][], of: keyof ColdStart) =>
      interval(rounds.map(([own, ...others]) => (others[index]?.[of] ?? 0) / (own?.[of] ?? 0)));
    const times = [...starts.values()].map((rounds) => ratios(rounds, 'elapsed'));
    const cpu = ratios([...starts.values()].flat(), 'cpu');
    console.log(`| ${[name, ...times, cpu].join(' | ')} |`);
  }
  return 0;
}

/** By the ranks of a binomial distribution: https://en.wikipedia.org/wiki/Order_statistic#Confidence_intervals */
function interval(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  const [middle, half] = [values.length / 2, 0.98 * Math.sqrt(values.length)];
  const [low, high] = [Math.floor(middle - half), Math.ceil(middle + half) - 1];
  const [from, to] = [sorted[low], sorted[high]].map((value) => value?.toFixed(2));
  return `${median(values).toFixed(2)} (${from} to ${to})`;
}

/** One cold start of each in each round, in turns, so that a slow round changes no ratio. */
async function measure(bench: Bench, all: readonly DeployedFunction[], megabytes: number) {
  const kept: ColdStart[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const starts: ColdStart[] = [];
    const entries = [...all.entries()];
    for (const [index, one] of round % 2 ? entries : entries.toReversed()) {
      starts[index] = await coldStart(bench, one, megabytes);
    }
    kept.push(starts);
  }
  const sum = (starts: ColdStart[]) => starts.reduce((total, { elapsed }) => total + elapsed, 0);
  return kept
    .toSorted((one, other) => sum(one) - sum(other))
    .slice(0, Math.ceil(keptShare * rounds));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Our function as CDK's NodejsFunction bundles it, without any options or with these. */
function nodejsFunction(ours: DeployedFunction, options: BuildOptions = {}): DeployedFunction {
  const own = mkdtempSync(join(folder, 'nodejs-function-'));
  buildSync({
    // Without `warmUp`, which its bundle does not call.
    stdin: { contents: `export { handler } from './${measured.file}';`, resolveDir: '.' },
    outfile: join(own, 'index.js'),
    bundle: true,
    platform: 'node',
    target: `node${nodeMajor}`,
    logLevel: 'error',
    ...options,
  });
  writeFileSync(join(own, 'package.json'), '{"type":"commonjs"}\n');
  symlinkSync(resolve('node_modules'), join(own, 'node_modules'));
  return { ...ours, folder: own };
}
