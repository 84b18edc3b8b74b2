import { UsageError } from '../../terminal/problem.ts';
import { awsProblem } from './aws-problem.ts';
import { CommandError } from './command-error.ts';
import { createToken } from './create-token.ts';
import { listTokens } from './list-tokens.ts';
import type { Place } from './place.ts';
import { type Command, requestOf } from './request.ts';
import { revokeToken } from './revoke-token.ts';
import { rotateToken } from './rotate-token.ts';
import { shown } from './shown.ts';
import type { Terminal, TokenHome } from './token-home.ts';
import { help, usage } from './usage.ts';

/** Does what was typed, and answers the exit code: 1 for what cannot be done, 2 for bad usage. */
export async function tokenCommand(
  args: readonly string[],
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  try {
    await run(args, { ...terminal, note: (text) => terminal.note(shown(text)) });
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.note(`${shown(error.message)}\n${usage}`);
      return 2;
    }
    const problem = error instanceof CommandError ? error.message : awsProblem(error);
    if (problem === undefined) throw error;
    terminal.note(shown(problem));
    return 1;
  }
}

async function run(args: readonly string[], terminal: Terminal): Promise<void> {
  const request = requestOf(args);
  if (request === 'help') return terminal.out(help);
  const home = await homeAt(request.place);
  try {
    await obey(home, request.command, terminal);
  } finally {
    await home.close();
  }
}

// Each with its own clients, which take a moment to load.
async function homeAt(place: Place): Promise<TokenHome> {
  return place.kind === 'stack'
    ? (await import('./deployed-tokens.ts')).deployedTokens(place)
    : (await import('./local-tokens.ts')).localTokens(place);
}

function obey(home: TokenHome, command: Command, terminal: Terminal): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  switch (command.name) {
    case 'create':
      return createToken(home, command, terminal, now);
    case 'list':
      return listTokens(home, command, terminal, now);
    case 'revoke':
      return revokeToken(home, command, terminal, now);
    case 'rotate':
      return rotateToken(home, command, terminal, now);
  }
}
