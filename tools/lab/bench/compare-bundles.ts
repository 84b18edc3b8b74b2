import { memoryMegabytes } from '../../../functions/service.ts';
import { deployedFunction } from '../../test/setup/deployed-function.ts';
import type { Bench } from './bench.ts';
import { fullCoreMegabytes } from './cpu-quota.ts';
import { authorizerFunction, type Measured, operationFunction } from './measured.ts';
import { bundleAsNodejsFunction } from './nodejs-function.ts';
import { measure, type Round, type Start } from './rounds.ts';
import { median, ratiosOf } from './statistics.ts';
import { sizes, targets } from './targets.ts';

/** Prints the table of README, with a target for each size. Returns whether each target is met. */
export async function compareBundles(bench: Bench): Promise<boolean> {
  console.log(
    "| memory of the function | ours | CDK's default | with `runtime: nodejs24.x` | with `minify` and `mainFields` | target |",
  );
  console.log('|---:|---:|---:|---:|---:|---:|');
  // A share of a core that cannot be set is not measured, so its target is missed.
  const canMeasure = (megabytes: number) =>
    bench.quota !== undefined || megabytes === fullCoreMegabytes;
  const ofOperation = bundlesOf(bench, operationFunction);
  let isMissed = targets[memoryMegabytes] === undefined;
  if (isMissed) console.error(`The deployed size, ${memoryMegabytes} MB, has no target.`);
  for (const megabytes of sizes) {
    if (!canMeasure(megabytes)) {
      isMissed = true;
      continue;
    }
    const ways = ofOperation.map((start) => [start]);
    const rounds = await measure(bench, ways, megabytes);
    const [ratioToDefault = Number.POSITIVE_INFINITY] = ratiosOf(rounds);
    const target = targets[megabytes] ?? 0;
    isMissed ||= ratioToDefault > target;
    const title =
      megabytes === memoryMegabytes ? `${megabytes} MB, as configured` : `${megabytes} MB`;
    console.log(`| ${[title, ...cellsOf(rounds), target].join(' | ')} |`);
  }
  if (canMeasure(memoryMegabytes)) {
    const both = bundlesOf(bench, authorizerFunction).map((start, index) => [
      start,
      ofOperation[index] as Start,
    ]);
    const rounds = await measure(bench, both, memoryMegabytes);
    const title = `${memoryMegabytes} MB, ${authorizerFunction.name} and then ${operationFunction.name}`;
    console.log(`| ${[title, ...cellsOf(rounds), ''].join(' | ')} |`);
  }
  return !isMissed;
}

/** A function as it is deployed, and as CDK's NodejsFunction bundles it in three ways. */
function bundlesOf({ assembly, folder }: Bench, measured: Measured): Start[] {
  const ours = deployedFunction(assembly, measured.name);
  const lambdas = [
    ours,
    bundleAsNodejsFunction(measured, ours, folder),
    // CDK leaves the SDK to the runtime. The SDK as npm installs it stands in for Lambda's own.
    bundleAsNodejsFunction(measured, ours, folder, { external: ['@aws-sdk/*', '@smithy/*'] }),
    bundleAsNodejsFunction(measured, ours, folder, {
      minify: true,
      mainFields: ['module', 'main'],
    }),
  ];
  return lambdas.map((lambda) => ({ lambda, event: measured.event }));
}

/** Our time, and then that of each other bundle, with the ratio of ours to it. */
function cellsOf(rounds: readonly Round[]): string[] {
  const timeOf = (index: number) =>
    `${median(rounds.map((round) => round[index]?.elapsed ?? 0)).toFixed(0)} ms`;
  const others = ratiosOf(rounds).map(
    (ratio, index) => `${timeOf(index + 1)} (${ratio.toFixed(2)})`,
  );
  return [timeOf(0), ...others];
}
