import type { Clients } from '../../shared/stage/clients.ts';
import { carryOut, confirmHelp, confirmOption, type Plan } from '../../shared/stage/plan.ts';
import {
  askStage,
  readStageOptions,
  type Stage,
  stageHelp,
  stageOptions,
} from '../../shared/stage/stage.ts';
import { type Options, readArguments } from '../../shared/terminal/options.ts';
import { typed } from '../../shared/terminal/script.ts';
import type { Terminal } from '../../shared/terminal/terminal.ts';
import { UsageError } from '../../shared/usage-error.ts';

/** What each command for a stage works with. */
export interface StageContext {
  readonly clients: Clients;
  readonly stage: Stage;
  readonly terminal: Terminal;
  /** Says what will change, asks for the name of the stage, and does it. */
  readonly carryOut: (plan: Plan) => Promise<void>;
}

/** A command for a stage, as far as it differs from the others. */
interface Definition<Own extends Options> {
  /** What it does, in the first lines of its help. */
  readonly does: string;
  /** Its name, operands and own options, as a user types them. */
  readonly usage: string;
  /** A line of the help for each operand and each of these options. */
  readonly explained?: string;
  /** What else a user should know. */
  readonly remark?: string;
  readonly options?: Own;
  /** How many operands it takes at most. */
  readonly operands?: number;
  /** Whether it can change the stage, and takes the option with the name of the stage. */
  readonly changes: boolean;
  /** Reads the arguments, before anything is asked of AWS, and returns what is to be done. */
  readonly read: (
    values: Values<Own>,
    operands: readonly string[],
  ) => (context: StageContext) => Promise<unknown>;
}

type Values<Own extends Options> = NonNullable<ReturnType<typeof readArguments<Own>>>['values'];

export function stageCommand<const Own extends Options>(definition: Definition<Own>) {
  const { changes, operands = 0, read } = definition;
  const commandLine = {
    command: 'npm run night',
    help: helpOf(definition),
    options: { ...definition.options, ...stageOptions, ...(changes && confirmOption) },
    takesOperands: true,
  };
  return async (args: readonly string[], terminal: Terminal): Promise<void> => {
    const given = readArguments(args, commandLine, terminal.out);
    if (given === undefined) return;
    const unexpected = given.positionals[operands];
    if (unexpected !== undefined) {
      throw new UsageError(
        `Unexpected argument ${unexpected}: leave it out, or put a text of several words into quotes.`,
      );
    }
    const values = given.values as Values<Own> & Values<typeof stageOptions & typeof confirmOption>;
    const work = read(values, given.positionals);
    const { clients, stack } = readStageOptions(values, terminal);
    const stage = await askStage(clients, stack);
    await work({
      clients,
      stage,
      terminal,
      carryOut: (plan) => carryOut(stage, plan, values.confirm, terminal),
    });
  };
}

function helpOf(definition: Omit<Definition<Options>, 'options' | 'read'>): string {
  const { changes, does, explained, remark, usage } = definition;
  const confirm = changes ? ' [--confirm STAGE]' : '';
  const lines = [explained, stageHelp, changes ? confirmHelp : undefined];
  const parts = [
    does,
    `  ${typed('night', `${usage} --stack NAME${confirm} [--calls]`)}`,
    lines.filter((line) => line !== undefined).join('\n'),
    remark,
  ];
  return parts.filter((part) => part !== undefined).join('\n\n');
}
