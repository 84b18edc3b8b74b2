/** A command cannot do its work. The message is one sentence for the user; the exit code is 1. */
export class Problem extends Error {
  override readonly name: string = 'Problem';
  readonly exitCode: number = 1;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The version of Node for which functions are bundled, and on which they run. package.json has it for this machine. */
export const nodeMajor = 24;

/** Of each function. Lambda's share of a CPU grows with it: docs/COST.md has its price, the benchmark its effect. */
export const memoryMegabytes = 512;
