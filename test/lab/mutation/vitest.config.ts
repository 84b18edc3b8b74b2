import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import root from '../../../vitest.config.ts';
import { type Group, type GroupName, groups } from './groups.ts';

// The first failure ends the run of a mutant, so short tests come first.
class ShortestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    return (await super.sort(files)).reverse();
  }
}

const { tests, setup = [] } = groups[process.env['MUTATED_GROUP'] as GroupName] as Group;
const temporary = String(process.env['MUTATION_FOLDER']);
// The tests of a template do not read the code of its functions.
const noCode = mkdtempSync(join(temporary, 'code-'));

export default defineConfig({
  test: {
    include: [...tests],
    isolate: false,
    setupFiles: ['test/shared-worker.ts', ...[setup].flat()],
    env: { ...root.test?.env },
    provide: {
      temporary,
      assembly: `${noCode}-assembly`,
      code: { CreatePlant: noCode, Authorize: noCode, Probe: noCode },
    },
    sequence: { sequencer: ShortestFirst },
    // A short time would kill mutants on a busy machine.
    testTimeout: 30_000,
  },
});
