import type { SoakResult } from './soak.ts';
import type { Vitals } from './vitals.ts';

/** A condition that a soak must meet, with its figure and whether it failed. */
export interface Finding {
  readonly what: string;
  readonly figure: string;
  readonly wrong: boolean;
}

// In MB. Compiled code and caches may still grow so much after the warm-up; a leak of a few bytes a request is more.
const mostHeapGrowth = 10;
// In MB. V8 lets memory grow before it collects, so this only shows a leak of hundreds of bytes a request.
const mostResidentGrowth = 256;

export function findings({ unexpectedCount, vitals: all }: SoakResult): Finding[] {
  // The first quarter is the warm-up.
  const vitals = all.slice(Math.floor(all.length / 4));
  const [first] = vitals;
  const last = vitals.at(-1);
  if (first === undefined || last === undefined || vitals.length < 4) {
    return [{ what: 'time to see anything', figure: `${vitals.length} samples`, wrong: true }];
  }
  const requests = last.requests - first.requests;
  const growth = slope(vitals) * requests;
  const residents = medianGrowth(vitals, ({ resident }) => resident);
  const instances = medianGrowth(vitals, ({ instance }) => instance);
  const counts = (of: (one: Vitals) => number) => range(vitals.map(of));
  const distinct = new Set(vitals.map(({ pids }) => pids.join()));
  return [
    { what: 'unexpected answers', figure: `${unexpectedCount}`, wrong: unexpectedCount > 0 },
    {
      what: 'heap of the gateway',
      figure: `${last.heap.toFixed(1)} MB, ${signed(growth)} MB over ${requests} requests`,
      wrong: growth > mostHeapGrowth,
    },
    {
      what: 'resident memory of its process, with the tables',
      figure: `${last.resident.toFixed(0)} MB, ${signed(residents)} MB`,
      wrong: residents > mostResidentGrowth,
    },
    {
      what: 'resident memory of the largest instance',
      figure: `${last.instance.toFixed(0)} MB, ${signed(instances)} MB`,
      wrong: instances > mostResidentGrowth,
    },
    {
      what: 'open sockets',
      figure: counts(({ sockets }) => sockets),
      wrong: last.sockets > first.sockets,
    },
    {
      what: 'handles',
      figure: counts(({ handles }) => handles),
      wrong: last.handles > first.handles + 4,
    },
    {
      what: 'instances',
      figure: `${counts(({ pids }) => pids.length)}, ${distinct.size === 1 ? 'always the same' : 'not always the same'}`,
      wrong: distinct.size > 1 || first.pids.length === 0,
    },
  ];
}

/** Of the heap in MB for each request, by least squares. */
function slope(vitals: readonly Vitals[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(vitals.map(({ requests }) => requests));
  const y = mean(vitals.map(({ heap }) => heap));
  const covariance = mean(vitals.map(({ requests, heap }) => (requests - x) * (heap - y)));
  return covariance / mean(vitals.map(({ requests }) => (requests - x) ** 2));
}

/** From the first third to the last. */
function medianGrowth(vitals: readonly Vitals[], of: (one: Vitals) => number): number {
  const third = Math.ceil(vitals.length / 3);
  const median = (some: readonly Vitals[]) =>
    some.map(of).toSorted((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0;
  return median(vitals.slice(-third)) - median(vitals.slice(0, third));
}

function range(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? `${least}` : `${least} to ${most}`;
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(1)}`;
}
