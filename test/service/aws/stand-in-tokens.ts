import { createToken as newToken } from '../../../tools/commands/token/create-token.ts';
import type { StandInStage } from './stand-in-stage.ts';

interface Token {
  readonly client: string;
  /** When the gateway begins to refuse it, by the clock of the stand-in. */
  refusedFrom: number;
}

/** The tokens of a stage, as its gateway sees them. */
export function createTokens(stage: StandInStage, now: () => number) {
  const tokens = new Map<string, Token>();
  let last = '';

  async function createToken(client: string, expires: string): Promise<string> {
    const [, seconds = Infinity] = /^(\d+)s$/.exec(expires) ?? [];
    last = newToken();
    const refusedFrom = now() + 1_000 * (Number(seconds) + stage.secondsAfterEnd);
    tokens.set(last, { client, refusedFrom });
    return last;
  }

  async function revokeToken(text: string): Promise<void> {
    const token = tokens.get(text);
    if (token) token.refusedFrom = now() + 1_000 * stage.secondsAfterRevoke;
  }

  function authorize(header: string) {
    const { client, refusedFrom = Infinity } = tokens.get(header.replace('Bearer ', '')) ?? {};
    return { isAuthorized: now() < refusedFrom, context: { client } };
  }

  const answers = {
    DescribeAlarmContributors: () => {
      const contributor = { ContributorAttributes: { lastFour: last.slice(-4) } };
      return { AlarmContributors: stage.hasContributor ? [contributor] : [] };
    },
  };

  return { createToken, revokeToken, authorize, answers };
}
