import { prices } from '../../docs/cost/prices.ts';
import { type Row, valuesOf } from './rounds.ts';
import { median, sum } from './statistics.ts';

const requestsPerStart = 1_000;

/** US dollars of Lambda for a million requests, of which one in a thousand starts an instance. */
export function dollarsOfMillion(row: Row): number {
  const { megabytes } = row;
  const starts = 1e6 / requestsPerStart;
  const warm = warmOf(row).map((one) => priceOf(megabytes, one));
  const [init, first] = [median(valuesOf(row, 'init')), median(valuesOf(row, 'first'))];
  const priceOfStart = priceOf(megabytes, init) + priceOf(megabytes, first);
  return (
    1e6 * prices.invocation + ((1e6 - starts) * sum(warm)) / warm.length + starts * priceOfStart
  );
}

/** The second half of the invocations after the first one, in milliseconds. */
export function warmOf({ starts }: Row): number[] {
  return starts.flatMap(({ warm }) => warm.slice(warm.length / 2));
}

/** Lambda bills each started millisecond, also of init. */
export function priceOf(megabytes: number, milliseconds: number): number {
  return (megabytes / 1024) * (Math.ceil(milliseconds) / 1000) * prices.gigabyteSecond;
}
