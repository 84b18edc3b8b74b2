import { typed } from '../../../shared/terminal/script.ts';

/** A command that mends something. It becomes a line where it is printed. */
export type Command = NightCommand | AwsCommand | GitCommand;

/** A command of the night: `roll-back`, with the words after it. */
interface NightCommand {
  readonly tool: 'night';
  readonly verb: string;
  readonly words: readonly string[];
  readonly stack: string;
}

/** A command of the CLI of AWS. A value of true is an option without value, and a list is an option with many. */
export interface AwsCommand {
  readonly tool: 'aws';
  /** As `lambda get-policy`. */
  readonly operation: string;
  readonly options: Readonly<Record<string, unknown>>;
}

interface GitCommand {
  readonly tool: 'git';
  readonly words: readonly string[];
}

/** Whether it is this command of the night. */
export function isNight(command: Command, ...verbs: readonly string[]): command is NightCommand {
  return command.tool === 'night' && verbs.includes(command.verb);
}

/** As a person types it. */
export function shellLine(command: Command): string {
  switch (command.tool) {
    case 'night': {
      const { verb, words, stack } = command;
      return typed('night', [verb, ...words, '--stack', stack].join(' '));
    }
    case 'aws':
      return ['aws', command.operation, ...wordsOf(command.options)].join(' ');
    case 'git':
      return ['git', ...command.words].join(' ');
  }
}

function wordsOf(options: AwsCommand['options']): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    const values = value === true ? [] : [value].flat();
    return [`--${name}`, ...values.map(quoted)];
  });
}

/** A word as bash reads it. */
function quoted(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
