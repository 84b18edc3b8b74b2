import type { Stage } from '../../../shared/stage/stage.ts';
import type { Command } from './command.ts';
import type { Broken } from './consequence.ts';

// The commands that mend, with their names filled in.

/** Sets back by a deploy what differs from the template. */
export function repairOf({ stage }: { readonly stage: Stage }): Command[] {
  return [night(stage, 'repair')];
}

/** A command of the night for a stage. */
export function night(stage: Stage, verb: string, ...words: readonly string[]): Command {
  return { tool: 'night', verb, words, stack: stage.stackName };
}

/** Deploys the code of the commit before the last one, with today's settings. */
export function deployBack({ stage, before = 'COMMIT' }: Broken): Command[] {
  return [night(stage, 'deploy', before, '--back')];
}

/** A command of AWS: `aws('lambda get-policy', { 'function-name': 'x' })`. */
export function aws(operation: string, options: Readonly<Record<string, unknown>>): Command {
  return { tool: 'aws', operation, options };
}

/** Gives a commit to all people and to the pipeline. */
export function push(commit: string): Command {
  return { tool: 'git', words: ['push', 'origin', `${commit}:main`] };
}

/** The physical id of a broken resource, or a word to replace. */
export function nameOf({ expected }: Broken): string {
  return expected.physicalId ?? 'NAME';
}
