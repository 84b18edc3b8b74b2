import { Problem, UsageError } from '../../problem.ts';
import { awsProblem } from '../aws-problem.ts';
import { createToken, listTokens, revokeToken } from './operations.ts';
import { shown, type Terminal } from './presentation.ts';
import { type Command, type Place, requestOf } from './request.ts';
import { rotateToken } from './rotate-token.ts';
import type { TokenHome } from './token-home.ts';

const usage = `usage: npm run token -- create --client NAME [--expires 90d | never]
       npm run token -- list [--json]
       npm run token -- revoke ID
       npm run token -- rotate ID [--overlap 1h] [--expires 90d | never]
       each with [--data DIR], or with --stack NAME [--profile NAME] [--region REGION,…]`;

const help = `${usage}

create   makes a token for a client; it is shown once, alone on stdout
list     shows every token's id, client, last four characters, times and state
revoke   ends a token at once, and for good
rotate   makes a new token for the client of an old one, which expires after the overlap

The gateway remembers a refusal for five minutes. A token that was sent before it was in the
gateway's table stays refused for as long, or until the next revoke. A new token never is.
Where the stack serves from several regions, create and rotate wait until each knows the new
token; revoke makes each forget the old one. A region that cannot be reached is named.

An ID is the start of a token's digest, as list shows it: four characters do where they are
unambiguous. A duration is a number and one of s, m, h, d, w.

--data     the folder of the store on this machine, whether npm start runs or not (.plant-store)
--stack    a deployed stack, PlantStore for one, and the tokens that its API accepts
--profile  whose AWS credentials
--region   where the stack is; of several, the first is written to. Without it, the profile's,
           and the others that the stack's output Regions names`;

/** Does what was typed. What it says besides its result shows no token in full. */
export async function tokenCommand(
  args: readonly string[],
  { out, note }: Terminal,
): Promise<void> {
  try {
    await run(args, { out, note: (sentence) => note(shown(sentence)) });
  } catch (error) {
    throw explained(error);
  }
}

/** A problem as it may be shown; a bug stays what it is. */
function explained(error: unknown): unknown {
  if (error instanceof UsageError) {
    return new UsageError(`${shown(error.message)}\n${usage}`, { cause: error });
  }
  const sentence = error instanceof Problem ? error.message : awsProblem(error);
  return sentence === undefined ? error : new Problem(shown(sentence), { cause: error });
}

async function run(args: readonly string[], terminal: Terminal): Promise<void> {
  const request = requestOf(args);
  if (request === 'help') return terminal.out(help);
  const home = await homeAt(request.place);
  try {
    await execute(request.command, home, terminal);
  } finally {
    await home.close();
  }
}

// Imported when needed: the clients of AWS take a moment to load.
async function homeAt(place: Place): Promise<TokenHome> {
  return place.kind === 'stack'
    ? (await import('./deployed-tokens.ts')).deployedTokens(place)
    : (await import('./local-tokens.ts')).localTokens(place);
}

function execute(command: Command, home: TokenHome, terminal: Terminal): Promise<void> {
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
