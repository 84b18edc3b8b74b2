import { liveFunctions } from '../../../../shared/stage/template.ts';
import type { Asking } from '../asking.ts';
import { type AwsAnswer, known } from '../aws-answer.ts';
import type { Finding } from '../finding.ts';
import { groupsBy } from '../groups-by.ts';
import { hour } from '../spans.ts';
import { accessLogOf } from './access-log.ts';
import { askLogs, logGroupOf, type Row } from './log-query.ts';
import { period, timeIn, timesOfLines } from './log-times.ts';
import type { Context, Subject } from './subject.ts';

interface TokenAnswers {
  /** By the last four characters, with the reason. */
  readonly refused: AwsAnswer<readonly Row[]> | undefined;
  /** By the client and the last four characters, in the last day. */
  readonly served: AwsAnswer<readonly Row[]> | undefined;
}

const ofRefused = [
  'filter ispresent(message.refused) and ispresent(message.lastFour)',
  `stats count() as refusals, ${timesOfLines} by message.lastFour, message.refused`,
  'sort refusals desc',
].join('\n| ');

const ofServed = [
  'filter status like /^2/',
  `stats count() as answers, ${timesOfLines} by client, lastFour`,
].join('\n| ');

/** Tokens that worked in the last day, and are refused now: nothing else tells a client from a stranger. */
export const refusedTokens: Subject<TokenAnswers> = {
  async ask(asking, context) {
    const refused = await askRefused(asking, context);
    const log = accessLogOf(context.expected);
    // Most nights nobody is refused. Then the longer question is not asked.
    if (!known(refused)?.length || log === undefined) return { refused, served: undefined };
    const served = await askLogs(asking, {
      groups: [log],
      text: ofServed,
      now: context.now,
      hours: 24,
    });
    return { refused, served };
  },

  judge({ refused, served }, { now }) {
    const worked = known(served) ?? [];
    const rows = (known(refused) ?? []).filter((row) => tokenIn(worked, row) !== undefined);
    // A group for each of the two meanings.
    const groups = groupsBy(rows, (row) => hasAnotherToken(tokenIn(worked, row), worked, now));
    return { findings: [...groups].map(([isServed, its]) => clientRefused(its, isServed)) };
  },
};

/** What the token of a refusal was served before. */
function tokenIn(worked: readonly Row[], refusal: Row): Row | undefined {
  return worked.find(({ lastFour }) => lastFour === refusal['message.lastFour']);
}

/** Whether the client of a token was served by another token in the last hour. */
function hasAnotherToken(token: Row | undefined, worked: readonly Row[], now: Date): boolean {
  return worked.some(
    ({ client, lastFour, last }) =>
      client !== undefined &&
      client === token?.['client'] &&
      lastFour !== token['lastFour'] &&
      now.getTime() - (timeIn(last) ?? 0) <= hour,
  );
}

function askRefused(asking: Asking, { stage, expected, now }: Context) {
  const authorizers = liveFunctions(stage.template).filter(({ authorizes }) => authorizes);
  const groups = authorizers.flatMap(({ name }) =>
    expected.filter(({ logicalId }) => logicalId === name).map(logGroupOf),
  );
  return groups.length === 0 ? undefined : askLogs(asking, { groups, text: ofRefused, now });
}

function clientRefused(rows: readonly Row[], isServed: boolean): Finding {
  const tokens = new Set(rows.map((row) => row['message.lastFour']));
  const reasons = rows.map((row) => `…${row['message.lastFour']}: ${row['message.refused']}`);
  const number =
    tokens.size === 1 ? 'a token was refused that' : `${tokens.size} tokens were refused that`;
  return {
    rank: 'HURTS',
    what: `${period(rows)}, ${number} worked within the last day.`,
    means: isServed
      ? 'The client is also served, by another token: one of its senders has the old one, and gets 403.'
      : 'A client gets 403. Its token has ended, was revoked, or is not in the table any more.',
    detail: reasons.join(', '),
    runbook: 'a-client-gets-403',
    commands: [],
  };
}
