import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import root from '../../../vitest.config.ts';
import { type GroupName, groups } from './groups.ts';

// The first failure ends the run of a mutant, so short tests come first.
class ShortestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    return (await super.sort(files)).reverse();
  }
}

export default defineConfig({
  test: {
    include: [...groups[process.env['MUTATED_GROUP'] as GroupName].tests],
    isolate: false,
    setupFiles: ['test/shared-worker.ts'],
    env: { ...root.test?.env },
    provide: { temporary: String(process.env['MUTATION_FOLDER']) },
    sequence: { sequencer: ShortestFirst },
    testTimeout: 5_000,
  },
});
