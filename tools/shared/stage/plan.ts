import { Problem } from '../../../infra/project/problem.ts';
import { textOf } from '../terminal/sentence.ts';
import type { Pause, Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { Stage } from './stage.ts';

export interface Step {
  /** As a command: `Give all requests of Authorize to version 12`. */
  readonly does: string;
  readonly work: (pause?: Pause) => Promise<unknown>;
}

/** What a command wants to do to a stage, or to this machine. */
export interface Plan {
  readonly steps: readonly Step[];
  /** How to go back, as a command or a sentence. */
  readonly undo: string;
  /** What to see and to do when it is done. */
  readonly afterwards: readonly string[];
}

/** The option of each command that changes a stage. */
export const confirmOption = { confirm: { type: 'string' } } as const;

export const confirmHelp =
  '  --confirm STAGE  the name of the stage, for scripts: nobody is asked for it then';

/**
 * Prints the plan, and takes its steps after somebody has typed the name of the stage: nobody changes production for
 * staging. Without a stage, the plan is for this machine, and nobody is asked.
 */
export async function carryOut(
  stage: Stage | undefined,
  { steps, undo, afterwards }: Plan,
  confirmed: string | undefined,
  terminal: Terminal,
): Promise<void> {
  const { note } = terminal;
  if (stage !== undefined) note(placeOf(stage));
  note('This will:');
  for (const { does } of steps) note(`- ${does}.`);
  note(`To undo it: ${undo}`);
  if (stage !== undefined) await confirm(stage, confirmed, terminal);
  await takeSteps(steps, terminal);
  for (const sentence of afterwards) note(sentence);
}

/** Says which stage a command would change, and goes on only if somebody has typed the name of this stage. */
export async function confirmStage(
  stage: Stage,
  confirmed: string | undefined,
  terminal: Terminal,
): Promise<void> {
  terminal.note(placeOf(stage));
  await confirm(stage, confirmed, terminal);
}

function placeOf({ account, region, stackName, stageName }: Stage): string {
  return `The stage ${stageName}: the stack ${stackName}, account ${account}, ${region}.`;
}

async function confirm(
  { stageName }: Stage,
  confirmed: string | undefined,
  { prompt }: Terminal,
): Promise<void> {
  const answer = confirmed ?? (await prompt?.('Type the name of the stage to do this: '));
  if (answer === undefined) {
    throw new UsageError(
      'Nothing was changed, because no terminal is here to ask at: add --confirm and the name of the stage.',
    );
  }
  if (answer.trim() !== stageName) {
    throw new UsageError(`Nothing was changed, because the name of the stage is ${stageName}.`);
  }
}

/** One after the other. The first one that fails ends it. */
async function takeSteps(steps: readonly Step[], { note, pause }: Terminal): Promise<void> {
  for (const [index, { does, work }] of steps.entries()) {
    try {
      await work(pause);
    } catch (error) {
      note(`Failed: ${does}. ${textOf(error)}`);
      for (const left of steps.slice(index + 1)) note(`Not done: ${left.does}.`);
      throw new Problem(
        'The work is not finished. Start the same command again: it does what is left.',
      );
    }
    note(`Done: ${does}.`);
  }
}
