import { isDeepStrictEqual } from 'node:util';
import { exactJson } from '../../../functions/http/answer.ts';
import { failureTable } from '../../setup/documented-failures.ts';
import type { Answer, Effect, Item, Received } from '../../setup/effect.ts';

/** One request, as its client saw it. `called` and `returned` are places in one order of all events. */
export interface Call {
  readonly name: string;
  readonly effect: Effect<unknown>;
  readonly request: Received;
  readonly called: number;
  /** Infinity if nobody knows when the request ends: it can still arrive after its answer. */
  readonly returned: number;
  /** Undefined if the client does not know whether its request was done. */
  readonly answer: Answer | undefined;
}

/** An answer of the service: its status, and its body as text. The status is 0 if there was no answer. */
export interface Answered {
  readonly status: number;
  readonly body: string;
}

type Sending = Pick<Call, 'name' | 'effect' | 'request'>;

/** Records the requests of clients to one item, and their answers. */
export function createHistory() {
  const calls: Call[] = [];
  let moment = 0;
  async function record(sending: Sending, send: () => Promise<Answered>): Promise<Answered> {
    moment += 1;
    const call = { ...sending, called: moment, returned: Infinity, answer: undefined };
    const place = calls.push(call) - 1;
    const answered = await send();
    moment += 1;
    const answer = answerOf(answered);
    if (answer !== undefined) calls[place] = { ...call, returned: moment, answer };
    return answered;
  }
  return { calls, record };
}

/** What an answer says, or undefined if it does not say whether the request was done. */
export function answerOf({ status, body }: Answered): Answer | undefined {
  if (status >= 200 && status < 300) return body === '' ? { status } : { status, body };
  const [, code] = /^\{"error":(\d+),/.exec(body) ?? [];
  const { error, advice = 'retry' } = failureTable.find((row) => row.error === Number(code)) ?? {};
  return error === undefined || advice.startsWith('retry') ? undefined : { status, error };
}

/** Sends until the answer is certain. A store can be too slow now and then, and each request can be repeated. */
export async function learn<Known extends Answered>(send: () => Promise<Known>): Promise<Known> {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const answered = await send();
    if (answerOf(answered) !== undefined) return answered;
  }
  throw new Error('Without a fault on its way, a client got no final answer.');
}

/**
 * An order of the calls that explains each answer, and what is stored at the end: then the history is linearizable.
 * Undefined if there is none. A call without a known answer can be done at any time after it began, or never. A call that
 * was refused can have been done before its answer, if it was repeated on its way: then another one came between.
 * https://www.cs.ox.ac.uk/people/gavin.lowe/LinearizabiltyTesting/paper.pdf describes such a search.
 */
export function orderOf(
  answered: readonly Call[],
  before: Item | undefined,
  isAfter: (stored: Item | undefined) => boolean = () => true,
): readonly Call[] | undefined {
  const calls = [...answered, ...answered.filter(isRefused).map(withoutAnswer)];
  const tried = new Set<string>();

  function restOf(left: readonly Call[], stored: Item | undefined): readonly Call[] | undefined {
    if (left.every(({ answer }) => answer === undefined) && isAfter(stored)) return [];
    const state = exactJson([left.map((call) => calls.indexOf(call)), stored]);
    if (tried.has(state)) return undefined;
    tried.add(state);
    // A call that had returned before another one began comes first.
    const firstReturn = Math.min(...left.map(({ returned }) => returned));
    const possible = left.filter(({ called }) => called < firstReturn);
    const tries: { readonly call: Call; readonly next: Item | undefined }[] = [];
    for (const call of possible) {
      const { answer, stored: next } = call.effect(stored, call.request);
      if (call.answer !== undefined && !isDeepStrictEqual(call.answer, answer)) continue;
      if (!isDeepStrictEqual(next, stored) || isRefused(call)) tries.push({ call, next });
      // It fits here, and changes nothing: it cannot be in the way of another one.
      else if (call.answer !== undefined) return orderFrom(call, left, stored);
    }
    for (const { call, next } of tries) {
      const order = orderFrom(call, left, next);
      if (order !== undefined) return order;
    }
    return undefined;
  }

  function orderFrom(call: Call, left: readonly Call[], stored: Item | undefined) {
    // With its answer, also what was possible before it ends.
    const isOver = (one: Call) =>
      one === call || (call.answer !== undefined && one.called === call.called);
    const others = left.filter((one) => !isOver(one));
    const rest = restOf(others, stored);
    return rest && [call, ...rest];
  }

  return restOf(calls, before);
}

function isRefused({ answer }: Call): boolean {
  return answer?.error !== undefined;
}

function withoutAnswer(call: Call): Call {
  return { ...call, answer: undefined };
}

/** A history as people read it, for a test that fails. */
export function historyText(calls: readonly Call[]): string {
  const lines = calls.map(({ name, request, called, returned, answer }) => {
    const sent = exactJson([request.pathParameters, request.body]);
    return `${called}-${returned} ${name} ${sent}: ${exactJson(answer) ?? 'no certain answer'}`;
  });
  return lines.join('\n');
}
