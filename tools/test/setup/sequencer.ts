import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * As usual, the longest files come first: one for each worker but the last. Then come all files of infra/. So only one or
 * two workers run these, and each worker that runs one has to load aws-cdk-lib.
 */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const longest = sorted.splice(0, this.ctx.config.maxWorkers - 1);
    const isOfInfra = ({ moduleId }: TestSpecification) => moduleId.includes('/test/infra/');
    return [...longest, ...sorted.filter(isOfInfra), ...sorted.filter((file) => !isOfInfra(file))];
  }
}
