import { publishers } from './publishers.ts';

/** One process after the other, so that what is timed has the cores for itself. */
export interface Step {
  readonly title: string;
  /** For Node. */
  readonly args: readonly string[];
  /** Whether its tests run as often as it takes to prove something, and publish figures. */
  readonly proves: boolean;
}

const vitest = ['node_modules/vitest/vitest.mjs', 'run'];
const mutate = 'test/mutation/main.ts';

export function fullSteps(): Step[] {
  return [
    { title: 'Tests that publish figures', args: [...vitest, ...publishers()], proves: true },
    {
      title: 'All tests in their short form, with coverage',
      args: [...vitest, '--coverage', '--coverage.reporter=json-summary'],
      proves: false,
    },
    ...['functions', 'template', 'gateway'].map((group) => ({
      title: `Mutants of ${group}`,
      args: [mutate, group],
      proves: true,
    })),
  ];
}

/** What `npm test` does not do anyway. */
export function shortSteps(): Step[] {
  return [{ title: 'A sample of mutants', args: [mutate, 'sample'], proves: false }];
}
