import type { Asking } from '../../../../commands/night/look/asking.ts';
import type { AwsAnswer } from '../../../../commands/night/look/aws-answer.ts';

// A look asks about a hundred questions. They are asked once for many tests: each test asks only what it has changed.

type Answers = Map<string, AwsAnswer<never>>;

/** Asks, and keeps the answers here. */
export function keeping(asking: Asking, answers: Answers): Asking {
  return {
    ...asking,
    async ask(action, input, call) {
      const answer = await asking.ask(action, input, call);
      answers.set(keyOf(action, input), answer as AwsAnswer<never>);
      return answer;
    },
  };
}

/** Repeats the answers. It asks only what has none, and the actions whose names begin so. */
export function askingAgain(
  asking: Asking,
  answers: ReadonlyMap<string, AwsAnswer<never>>,
  changed: readonly string[],
): Asking {
  return {
    ...asking,
    async ask(action, input, call) {
      const isChanged = changed.some((one) => action.startsWith(one));
      const kept = isChanged ? undefined : answers.get(keyOf(action, input));
      return kept ?? asking.ask(action, input, call);
    },
  };
}

/** Repeats the answers, and refuses one action. */
export function refusing(answers: ReadonlyMap<string, AwsAnswer<never>>, refused: string): Asking {
  const code = 'AccessDeniedException';
  const unanswered = new Map<string, string>();
  return {
    unanswered,
    async ask(action, input) {
      const kept = answers.get(keyOf(action, input));
      if (kept === undefined) throw new Error(`Nobody has asked ${action}`);
      if (action !== refused) return kept;
      unanswered.set(action, code);
      return { unanswered: code };
    },
  };
}

/** All is gone. */
export const allGone: Asking = { unanswered: new Map(), ask: async () => ({ gone: true }) };

/** Each of these actions once. */
export function actionsIn(answers: ReadonlyMap<string, unknown>): Set<string> {
  return new Set([...answers.keys()].map((key) => key.replace(/ .*/, '')));
}

function keyOf(action: string, input: object): string {
  return `${action} ${JSON.stringify(input)}`;
}
