import { digestOf } from '../../../../functions/authorize/token.ts';
import { exitCodeOf } from '../../../../tools/commands/terminal/run-command.ts';
import { tokenCommand } from '../../../../tools/commands/token/token-command.ts';

/** The command in this process, which spares each case the loading of its clients. */
export async function token(...args: string[]) {
  const outcome = { stdout: '', stderr: '' };
  const out = (text: string) => {
    outcome.stdout += `${text}\n`;
  };
  const note = (text: string) => {
    outcome.stderr += `${text}\n`;
  };
  const code = await exitCodeOf(() => tokenCommand(args, { out, note }), note);
  return { code, ...outcome };
}

/** The id that the command shows for a token. */
export function idOf(text: string): string {
  return digestOf(text.trim()).slice(0, 8);
}
