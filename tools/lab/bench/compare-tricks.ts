import { deployedFunction } from '../../test/setup/deployed-function.ts';
import type { Bench } from './bench.ts';
import type { ColdStart } from './cold-start.ts';
import { operationFunction } from './measured.ts';
import { measure, type Round } from './rounds.ts';
import { medianWithInterval } from './statistics.ts';
import { sizes } from './targets.ts';
import { bundleWithoutTrick, tricks } from './tricks.ts';

/** Prints how much more a start takes without each trick. */
export async function compareTricks(bench: Bench): Promise<void> {
  const ours = deployedFunction(bench.assembly, operationFunction.name);
  const lambdas = [ours, ...tricks.map((trick) => bundleWithoutTrick(ours, trick, bench.folder))];
  const ways = lambdas.map((lambda) => [{ lambda, event: operationFunction.event }]);
  const measured: Round[][] = [];
  for (const megabytes of sizes) measured.push(await measure(bench, ways, megabytes));
  const titles = sizes.map((megabytes) => `time at ${megabytes} MB`);
  console.log(`| without | ${[...titles, 'CPU time at all sizes'].join(' | ')} |`);
  console.log(`|---|${'---:|'.repeat(titles.length + 1)}`);
  for (const [index, { name }] of tricks.entries()) {
    const ratios = (rounds: readonly Round[], of: keyof ColdStart) =>
      medianWithInterval(
        rounds.map(([own, ...others]) => (others[index]?.[of] ?? 0) / (own?.[of] ?? 0)),
      );
    const times = measured.map((rounds) => ratios(rounds, 'elapsed'));
    console.log(`| ${[name, ...times, ratios(measured.flat(), 'cpu')].join(' | ')} |`);
  }
}
