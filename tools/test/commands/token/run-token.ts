import { digestOf } from '../../../../functions/authorize/token.ts';
import { runTokenCommand } from '../../../commands/token/token-command.ts';
import { idOf } from '../../../commands/token/token-id.ts';
import { runHere } from '../run-here.ts';

export function token(...args: string[]) {
  return tokenWith(undefined, ...args);
}

/** A person types this when the command asks, if somebody is there. */
export async function tokenWith(answer: string | undefined, ...args: string[]) {
  const { code, out, notes } = await runHere(runTokenCommand, args, { answer });
  return { code, stdout: linesOf(out), stderr: linesOf(notes) };
}

function linesOf(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}

/** The id that the command shows for a token. */
export function shownIdOf(text: string): string {
  return idOf(digestOf(text.trim()));
}
