/** The arguments for Node in each form. `npm run prove -- --short` leaves out a step without a short form. */
export interface Step {
  readonly title: string;
  readonly full: readonly string[];
  readonly short?: readonly string[];
}

const vitest = ['node_modules/vitest/vitest.mjs', 'run'];
const labTests = [...vitest, '--config', 'test/lab/vitest.config.ts'];
// npm ci does not install its packages.
const labTypes = ['node_modules/typescript/bin/tsc', '-p', 'test/lab'];
const stories = 'test/lab/stories/main.ts';
const fuzz = 'test/lab/fuzz/main.ts';
const mutate = 'test/lab/mutation/main.ts';

/** One runs after the other, so that each step has all cores. */
export const steps: readonly Step[] = [
  { title: 'all tests in their full form, with coverage', full: [...vitest, '--coverage'] },
  { title: 'types of the laboratory', full: labTypes, short: labTypes },
  { title: 'tests of the laboratory', full: labTests, short: labTests },
  {
    title: 'stories of the write path',
    full: [stories],
    short: [stories, '--stories', '200', '--no-mutants'],
  },
  { title: 'changed requests to the gateway', full: [fuzz], short: [fuzz, '--short'] },
  { title: 'a sample of mutants', full: [mutate, 'sample'], short: [mutate, 'sample'] },
  { title: 'mutants of the last change', full: [mutate, 'changed'] },
  { title: 'another service in a copy', full: ['test/lab/fork/main.ts'] },
];
