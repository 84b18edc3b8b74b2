import '../../test/setup/without-aws.ts';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type BuildOptions, buildSync } from 'esbuild';
import { memoryMegabytes as deployed, serviceName } from '../../../functions/service.ts';
import { bundleFunctions, nodeMajor } from '../../../infra/build/bundle.ts';
import { type DeployedFunction, deployedFunction } from '../../test/setup/deployed-function.ts';
import { synthesize } from '../../test/setup/synthesis.ts';
import { cpuQuota, fullCoreMegabytes } from './cpu-quota.ts';
import { type Bench, type ColdStart, coldStart, compileRuntime } from './function-process.ts';
import { authorizing, type Measured, operation } from './measured.ts';
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

/** A function, and the event of its first request. */
interface Start {
  readonly lambda: DeployedFunction;
  readonly event: unknown;
}

/** The functions that start one after the other until a client has its answer. */
type Way = readonly Start[];

async function run(): Promise<number> {
  const assembly = join(folder, 'assembly');
  synthesize({ outdir: assembly, code: await bundleFunctions(join(folder, 'code')) });
  const quota = cpuQuota();
  if (!quota) console.error('No control group can be made here: only full-core rows.');
  const bench = { runtime: compileRuntime(folder), store, quota };
  const [{ model = '' } = {}] = cpus();
  console.log(
    `${model.trim()}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, ${rounds} rounds\n`,
  );
  if (values.tricks) return compareTricks(bench, deployedFunction(assembly, operation.name));
  console.log('| MB | no runtime | nodejs24.x | minify, mainFields | ours | target |');
  console.log('|---|---:|---:|---:|---:|---:|');
  let isMissed = targets[deployed] === undefined;
  if (isMissed) console.error(`The deployed size, ${deployed} MB, has no target.`);
  // A share of a core that cannot be set is not measured, so its target is missed.
  const canMeasure = (megabytes: number) => quota !== undefined || megabytes === fullCoreMegabytes;
  const ofOperation = waysToBuild(operation, assembly);
  for (const [size, target] of Object.entries(targets).toReversed()) {
    const megabytes = Number(size);
    const ways = ofOperation.map((start) => [start]);
    const rounds = canMeasure(megabytes) ? await measure(bench, ways, megabytes) : [];
    isMissed ||= !(Number(ratiosOf(rounds)[0]) <= target);
    console.log(`| ${[size, ...cellsOf(rounds), target].join(' | ')} |`);
  }
  if (canMeasure(deployed)) {
    const both = waysToBuild(authorizing, assembly).map((start, index) => [
      start,
      ofOperation[index] as Start,
    ]);
    const rounds = await measure(bench, both, deployed);
    const title = `${deployed}, ${authorizing.name} and then ${operation.name}`;
    console.log(`| ${[title, ...cellsOf(rounds), ''].join(' | ')} |`);
  }
  return values.check && isMissed ? 1 : 0;
}

/** A function as CDK's NodejsFunction builds it in three ways, and as it is deployed. */
function waysToBuild(measured: Measured, assembly: string): Start[] {
  const ours = deployedFunction(assembly, measured.name);
  const lambdas = [
    nodejsFunction(measured, ours),
    // CDK leaves the SDK to the runtime. The SDK as npm installs it stands in for Lambda's own.
    nodejsFunction(measured, ours, { external: ['@aws-sdk/*', '@smithy/*'] }),
    nodejsFunction(measured, ours, { minify: true, mainFields: ['module', 'main'] }),
    ours,
  ];
  return lambdas.map((lambda) => ({ lambda, event: measured.event }));
}

/** The milliseconds of each way, and by how much ours, which is the last one, is shorter. */
function cellsOf(rounds: readonly ColdStart[][]): string[] {
  const ratios = ratiosOf(rounds);
  return ratios.map((ratio, index) => {
    const time = median(rounds.map((round) => round[index]?.elapsed ?? 0)).toFixed(0);
    return index === ratios.length - 1 ? time : `${time} (${ratio.toFixed(2)})`;
  });
}

/** Our time, divided by that of each way in the same round. */
function ratiosOf(rounds: readonly ColdStart[][]): number[] {
  const [ways = []] = rounds;
  return ways.map((_, index) =>
    median(rounds.map((round) => (round.at(-1)?.elapsed ?? 0) / (round[index]?.elapsed ?? 0))),
  );
}

/** How much more a start takes without each trick: the median of the ratios, and its interval of 95 %. */
async function compareTricks(bench: Bench, ours: DeployedFunction): Promise<number> {
  const lambdas = [ours, ...tricks.map((trick) => withoutTrick(ours, trick, folder))];
  const all = lambdas.map((lambda) => [{ lambda, event: operation.event }]);
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

/** Each way once in each round, in turns, so that a slow round changes no ratio. */
async function measure(bench: Bench, ways: readonly Way[], megabytes: number) {
  const kept: ColdStart[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const times: ColdStart[] = [];
    const entries = [...ways.entries()];
    for (const [index, way] of round % 2 ? entries : entries.toReversed()) {
      times[index] = await timeOf(bench, way, megabytes);
    }
    kept.push(times);
  }
  const sum = (times: ColdStart[]) => times.reduce((total, { elapsed }) => total + elapsed, 0);
  return kept
    .toSorted((one, other) => sum(one) - sum(other))
    .slice(0, Math.ceil(keptShare * rounds));
}

/** Starts the functions of a way one after the other. */
async function timeOf(bench: Bench, way: Way, megabytes: number): Promise<ColdStart> {
  let [elapsed, cpu] = [0, 0];
  for (const { lambda, event } of way) {
    const start = await coldStart(bench, lambda, event, megabytes);
    elapsed += start.elapsed;
    cpu += start.cpu;
  }
  return { elapsed, cpu };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A function as CDK's NodejsFunction bundles it, without any options or with these. */
function nodejsFunction(
  measured: Measured,
  ours: DeployedFunction,
  options: BuildOptions = {},
): DeployedFunction {
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
