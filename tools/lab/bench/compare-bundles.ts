import { memoryMegabytes } from '../../../functions/service.ts';
import { deployedFunction } from '../../test/setup/deployed-function.ts';
import type { Bench } from './bench.ts';
import { fullCoreMegabytes } from './cpu-quota.ts';
import { authorizing, type Measured, operation } from './measured.ts';
import { nodejsFunction } from './nodejs-function.ts';
import { measure, type Round, type Start } from './rounds.ts';
import { median } from './statistics.ts';
import { sizes, targets } from './targets.ts';

/** Prints our cold start beside that of usual bundles. Returns whether each target is met. */
export async function compareBundles(bench: Bench): Promise<boolean> {
  console.log('| MB | no runtime | nodejs24.x | minify, mainFields | ours | target |');
  console.log('|---|---:|---:|---:|---:|---:|');
  // A share of a core that cannot be set is not measured, so its target is missed.
  const canMeasure = (megabytes: number) =>
    bench.quota !== undefined || megabytes === fullCoreMegabytes;
  const ofOperation = bundlesOf(bench, operation);
  let isMissed = targets[memoryMegabytes] === undefined;
  if (isMissed) console.error(`The deployed size, ${memoryMegabytes} MB, has no target.`);
  for (const megabytes of sizes) {
    const ways = ofOperation.map((start) => [start]);
    const rounds = canMeasure(megabytes) ? await measure(bench, ways, megabytes) : [];
    const target = targets[megabytes] ?? 0;
    isMissed ||= !(Number(ratiosOf(rounds)[0]) <= target);
    console.log(`| ${[megabytes, ...cellsOf(rounds), target].join(' | ')} |`);
  }
  if (canMeasure(memoryMegabytes)) {
    const both = bundlesOf(bench, authorizing).map((start, index) => [
      start,
      ofOperation[index] as Start,
    ]);
    const rounds = await measure(bench, both, memoryMegabytes);
    const title = `${memoryMegabytes}, ${authorizing.name} and then ${operation.name}`;
    console.log(`| ${[title, ...cellsOf(rounds), ''].join(' | ')} |`);
  }
  return !isMissed;
}

/** A function as CDK's NodejsFunction bundles it in three ways, and as it is deployed. */
function bundlesOf({ assembly, folder }: Bench, measured: Measured): Start[] {
  const ours = deployedFunction(assembly, measured.name);
  const lambdas = [
    nodejsFunction(measured, ours, folder),
    // CDK leaves the SDK to the runtime. The SDK as npm installs it stands in for Lambda's own.
    nodejsFunction(measured, ours, folder, { external: ['@aws-sdk/*', '@smithy/*'] }),
    nodejsFunction(measured, ours, folder, { minify: true, mainFields: ['module', 'main'] }),
    ours,
  ];
  return lambdas.map((lambda) => ({ lambda, event: measured.event }));
}

/** The milliseconds of each bundle, and by how much ours, which is the last one, is shorter. */
function cellsOf(rounds: readonly Round[]): string[] {
  const ratios = ratiosOf(rounds);
  return ratios.map((ratio, index) => {
    const time = median(rounds.map((round) => round[index]?.elapsed ?? 0)).toFixed(0);
    return index === ratios.length - 1 ? time : `${time} (${ratio.toFixed(2)})`;
  });
}

/** Our time, divided by that of each bundle in the same round. */
function ratiosOf(rounds: readonly Round[]): number[] {
  const [bundles = []] = rounds;
  return bundles.map((_, index) =>
    median(rounds.map((round) => (round.at(-1)?.elapsed ?? 0) / (round[index]?.elapsed ?? 0))),
  );
}
