import { digestOf } from '../../../functions/authorize/token.ts';
import type { StoredToken } from '../../../functions/authorize/token-record.ts';
import { authorizer } from '../../../functions/service.ts';
import { probeIdentity } from '../../../functions/shared/probe-identity.ts';
import { Problem } from '../../../infra/project/problem.ts';
import type { Target } from '../../shared/target/target.ts';
import { printableJson } from '../../shared/terminal/printable.ts';
import { textOf } from '../../shared/terminal/sentence.ts';
import type { Terminal } from '../../shared/terminal/terminal.ts';
import { createToken } from './create-token.ts';
import { idOf, tokenBy, tokenIn } from './token-id.ts';
import { moment, rowsOf, soonDays, type TokenRow, tokenLines } from './token-list.ts';
import type { TokenTable } from './token-table.ts';

/** How long the gateway of a stack caches a decision, for messages. */
export const cacheTime = `${authorizer.cacheSeconds / 60} minutes`;

/** The tokens that a command works on. */
type TokenTarget = Pick<Target, 'kind' | 'name' | 'forgetDecisions'> & {
  readonly table: TokenTable;
};

/** What a user wants of the tokens, with its arguments: `creating` for `create`, and so on. */
export type TokenAction = (target: TokenTarget, terminal: Terminal, now: number) => Promise<void>;

/** Without a lifetime in seconds, the token never expires. */
export function creating(client: string, lifetime: number | undefined): TokenAction {
  return async ({ table, name }, { out, note }, now) => {
    const token = createToken();
    const digest = digestOf(token);
    const id = idOf(digest);
    const item = { digest, client, lastFour: token.slice(-4), created: now };
    const expires = lifetime === undefined ? {} : { expires: now + lifetime };
    await table.create({ ...item, ...expires });
    const validity =
      lifetime === undefined
        ? 'never ends'
        : `ends at ${moment(now + lifetime)}: replace it before then`;
    // Before the token: if its output is closed, this line has the id to revoke.
    note(`Token ${id} of ${client}, in ${name}, ${validity}.`);
    note('Keep it safe: it is not stored, and will not be shown again.');
    out(token);
  };
}

export function listing(json: boolean): TokenAction {
  return async ({ table, name }, { out, note }, now) => {
    const rows = rowsOf(await table.list(note), now);
    if (json) {
      out(printableJson(JSON.stringify(rows, undefined, 2)));
    } else if (rows.length === 0) {
      note(`There are no tokens in ${name}.`);
    } else {
      noteEnding(rows, note);
      out(tokenLines(rows));
    }
  };
}

/** Says how many tokens end soon, and what to do. Which ones, whose and when are the first lines of the list. */
function noteEnding(rows: readonly TokenRow[], note: Terminal['note']): void {
  const ending = rows.filter(({ endsSoon }) => endsSoon);
  if (ending.length === 0) {
    note(`No token ends in the next ${soonDays} days.`);
    return;
  }
  note(`Tokens that end in the next ${soonDays} days: ${ending.length}, the first in this list.`);
  if (ending.every(({ replaced }) => replaced)) {
    note('All are replaced: each of their clients has a token that is valid longer.');
  } else {
    note(
      'Replace each one that is not replaced yet: create a token for its client, hand it over, then revoke the old one.',
    );
  }
}

const day = 86_400;

/** For the night in which tokens have ended, and nobody can hand over new ones: they are valid again, for this time. */
export function extending(lifetime: number): TokenAction {
  return async ({ table, name, forgetDecisions }, { note }, now) => {
    const hasEndedOrWill = ({ client, expires, revoked }: StoredToken) =>
      client !== probeIdentity.client &&
      revoked === undefined &&
      Math.abs(Number(expires) - now) <= day;
    const tokens = (await table.list(note)).filter(hasEndedOrWill);
    if (tokens.length === 0) {
      note(`No token in ${name} has ended in the last day, or ends in the next one.`);
      return;
    }
    const end = now + lifetime;
    for (const { digest, client } of tokens) {
      const token = `Token ${idOf(digest)} of ${client}, in ${name},`;
      const isExtended = await table.extend(digest, end);
      note(
        isExtended
          ? `${token} ends at ${moment(end)}: replace it before then.`
          : `${token} was revoked or deleted meanwhile, or ends later.`,
      );
    }
    await forgetDecisions?.().catch((error) => {
      note(`The gateway may go on refusing them for ${cacheTime}. ${textOf(error)}`);
    });
  };
}

/**
 * Ends a token permanently. It can be repeated: then it only clears the gateway's cache. In a stack, a token whose item
 * was lost gets one that is revoked, which a restore keeps.
 */
export function revoking(id: string): TokenAction {
  return async ({ kind, table, name, forgetDecisions }, { note }, now) => {
    const given = tokenIn(id);
    const digest = given?.digest ?? tokenBy(id, await table.list(note))?.digest;
    const revoked = digest && (await table.revoke(digest, now));
    if (revoked) {
      note(`Token ${idOf(digest)} of ${revoked['client']}, in ${name}, is revoked.`);
    } else if (given && kind === 'stack') {
      await table.create({ ...given, client: 'unknown', created: now, revoked: now });
      note(`Token ${idOf(given.digest)} was not found in ${name}, and is stored as revoked.`);
    } else {
      throw new Problem(`There is no token ${id} in ${name}.`);
    }
    await forgetDecisions?.().catch((error) => {
      const warning = `The gateway may go on accepting the token for ${cacheTime}.`;
      note(`${warning} Run revoke again later. ${textOf(error)}`);
    });
  };
}
