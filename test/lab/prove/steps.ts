import { publishers } from './publishers.ts';

/** One process runs after the other, so that timed tests have all cores. */
export interface Step {
  readonly title: string;
  /** The arguments for Node. */
  readonly args: readonly string[];
  /** Whether its tests run in their full form, and publish figures. */
  readonly proves: boolean;
}

const vitest = ['node_modules/vitest/vitest.mjs', 'run'];
const mutate = 'test/lab/mutation/main.ts';

export function fullSteps(): Step[] {
  return [
    { title: 'Tests in their full form', args: [...vitest, ...publishers()], proves: true },
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

/** The steps that `npm test` does not have. */
export function shortSteps(): Step[] {
  return [{ title: 'A sample of mutants', args: [mutate, 'sample'], proves: false }];
}
