import { isDeepStrictEqual } from 'node:util';
import { failures } from '../http/failure.ts';
import type { Severity } from '../shared/probe-severity.ts';
import { jsonType, type ProbeAnswer } from './send-request.ts';

interface Comparison {
  /** What is compared, in words for the log. */
  readonly check: string;
  readonly got: unknown;
  readonly right: unknown;
  /** What a difference says. */
  readonly severity: Severity;
}

/** The answer of the gateway to a token that Authorize refuses. */
export const refusedAnswer: ProbeAnswer = {
  status: 403,
  type: jsonType,
  body: { message: 'Forbidden' },
};

/** Throws if what the probe got is not what is right. */
export function expectSame(comparison: Comparison): void {
  if (!isDeepStrictEqual(comparison.got, comparison.right)) throw new WrongAnswer(comparison);
}

class WrongAnswer extends Error {
  readonly severity: Severity;

  constructor({ check, got, right, severity }: Comparison) {
    const message = `${check}: expected ${JSON.stringify(right)}, got ${JSON.stringify(got)}`;
    // An answer can be a whole page.
    super(message.slice(0, 1_000));
    this.severity = severity;
  }
}

/** What an error of a run says of our code. */
export function severityOfError(error: unknown): Severity {
  return error instanceof WrongAnswer ? error.severity : 'uncertain';
}

/**
 * What an answer says of our code, if it is wrong. The gateway answers exactly so for our authorizer, and only our code
 * answers in the form of the contract. Everything else can be of somebody in between: a firewall or a proxy answers a
 * page, also with 200 or 403.
 */
export function severityOfAnswer(answer: ProbeAnswer, { canBeRace = false } = {}): Severity {
  if (answer.status === 429) return 'throttled';
  if (!isDeepStrictEqual(answer, refusedAnswer) && !isOfOurCode(answer)) return 'uncertain';
  return canBeRace ? 'race' : 'certain';
}

function isOfOurCode(answer: ProbeAnswer): boolean {
  if (answer.type !== jsonType) return false;
  // An object or a list.
  if (answer.status === 200) return Object(answer.body) === answer.body;
  return answer.status === 400 && finalErrors.includes(errorIn(answer));
}

/** The error code in an answer of our code. */
export function errorIn({ body }: ProbeAnswer): unknown {
  return Object(body).error;
}

/** The errors that say that the request is wrong. That of the probe never is, so a later try cannot help. */
const finalErrors: readonly unknown[] = Object.values(failures)
  .filter(({ level }) => level === 'info')
  .map(({ error }) => error);
