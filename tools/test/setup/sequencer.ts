import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The longest files first, as usual, but those of infra/ follow each other, and begin in the last worker: each worker that
 * runs one of them has to load aws-cdk-lib.
 */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const longest = sorted.splice(0, this.ctx.config.maxWorkers - 1);
    const isOfInfra = ({ moduleId }: TestSpecification) => moduleId.includes('/test/infra/');
    return [...longest, ...sorted.filter(isOfInfra), ...sorted.filter((file) => !isOfInfra(file))];
  }
}
