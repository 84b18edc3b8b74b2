import { isDeepStrictEqual } from 'node:util';
import { exactJson } from '../../../functions/http/answer.ts';
import { failureTable } from '../../setup/documented-failures.ts';
import type { CertainAnswer, Effect, Item, Received } from '../../setup/effect.ts';

/** One request, as its client saw it. `begin` and `end` are places in one order of all events. */
export interface RecordedRequest {
  readonly name: string;
  readonly effect: Effect<unknown>;
  readonly sent: Received;
  readonly begin: number;
  /** Infinity if nobody knows when the request ends: it can still arrive after its answer. */
  readonly end: number;
  /** Undefined if the client does not know whether its request was done. */
  readonly answer: CertainAnswer | undefined;
}

/** An answer as a client gets it: its status, and its body as text. The status is 0 if there was no answer. */
export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

type Sending = Pick<RecordedRequest, 'name' | 'effect' | 'sent'>;

/** Records the requests of clients to one item, and their answers. */
export function createHistory() {
  const requests: RecordedRequest[] = [];
  let moment = 0;
  async function record(sending: Sending, send: () => Promise<RawAnswer>): Promise<RawAnswer> {
    moment += 1;
    const request = { ...sending, begin: moment, end: Infinity, answer: undefined };
    const place = requests.push(request) - 1;
    const raw = await send();
    moment += 1;
    const answer = certainAnswerOf(raw);
    if (answer !== undefined) requests[place] = { ...request, end: moment, answer };
    return raw;
  }
  return { requests, record };
}

/** What an answer says, or undefined if it does not say whether the request was done. */
export function certainAnswerOf({ status, body }: RawAnswer): CertainAnswer | undefined {
  if (status >= 200 && status < 300) return body === '' ? { status } : { status, body };
  const [, code] = /^\{"error":(\d+),/.exec(body) ?? [];
  const { error, advice = 'retry' } = failureTable.find((row) => row.error === Number(code)) ?? {};
  return error === undefined || advice.startsWith('retry') ? undefined : { status, error };
}

/** Sends until the answer is certain. A store can be too slow now and then, and each request can be repeated. */
export async function learn<Known extends RawAnswer>(send: () => Promise<Known>): Promise<Known> {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const raw = await send();
    if (certainAnswerOf(raw) !== undefined) return raw;
  }
  throw new Error('Without a fault on its way, a client got no final answer.');
}

/** One time at which a request can reach the table. */
interface Arrival {
  readonly request: RecordedRequest;
  /** What the service must answer then. Undefined if it can be any answer, and if the request need not arrive. */
  readonly answer: CertainAnswer | undefined;
}

/**
 * A request arrives once, and its answer is that of this time. On its way, it can be repeated. So a request that was
 * refused can also have arrived before, and have been done.
 */
function arrivalsOf(request: RecordedRequest): readonly Arrival[] {
  const { answer } = request;
  const last = { request, answer };
  return answer?.error === undefined ? [last] : [last, { request, answer: undefined }];
}

/**
 * An order in which the requests arrived that explains each answer, and what is stored at the end: then the history is
 * linearizable. Undefined if there is none. A request without a certain answer arrives at any time after it began, or never.
 *
 * For example, three clients see this, and their requests begin and end at these moments:
 *
 *     1-6 create a fern: idTaken    2-3 delete: done    4-5 create moss: done
 *
 * The order is: create a fern, delete, create moss, create a fern. The fern was stored at first, because the second
 * client could delete it. That answer was lost on its way, so the request was repeated, and then it found the moss.
 *
 * https://www.cs.ox.ac.uk/people/gavin.lowe/LinearizabiltyTesting/paper.pdf describes such a search.
 */
export function orderOf(
  requests: readonly RecordedRequest[],
  before: Item | undefined,
  isAfter: (stored: Item | undefined) => boolean = () => true,
): readonly RecordedRequest[] | undefined {
  const all = requests.flatMap(arrivalsOf);
  const tried = new Set<string>();

  /** An order of these arrivals, if this is stored before them. */
  function orderFrom(
    left: readonly Arrival[],
    stored: Item | undefined,
  ): readonly RecordedRequest[] | undefined {
    if (left.every(({ answer }) => answer === undefined) && isAfter(stored)) return [];
    const state = exactJson([left.map((one) => all.indexOf(one)), stored]);
    if (tried.has(state)) return undefined;
    tried.add(state);

    // A request that had ended before another one began arrived first.
    const firstEnd = Math.min(...left.map(({ request }) => request.end));
    const possible = left.filter(({ request }) => request.begin < firstEnd);
    const choices: { readonly arrival: Arrival; readonly next: Item | undefined }[] = [];
    for (const arrival of possible) {
      const { effect, sent } = arrival.request;
      const { answer, stored: next } = effect(stored, sent);
      if (arrival.answer !== undefined && !isDeepStrictEqual(arrival.answer, answer)) continue;
      const isRefused = arrival.answer?.error !== undefined;
      // A refusal changes nothing. But its request cannot arrive after it, so a later place can be the right one.
      if (isRefused || !isDeepStrictEqual(next, stored)) choices.push({ arrival, next });
      // It fits here, and changes nothing: it cannot be in the way of another one.
      else if (arrival.answer !== undefined) return orderAfter(arrival, left, stored);
    }
    for (const { arrival, next } of choices) {
      const order = orderAfter(arrival, left, next);
      if (order !== undefined) return order;
    }
    return undefined;
  }

  function orderAfter(first: Arrival, left: readonly Arrival[], stored: Item | undefined) {
    // With its answer, a request is over.
    const isOver = ({ request }: Arrival) =>
      first.answer !== undefined && request === first.request;
    const others = left.filter((one) => one !== first && !isOver(one));
    const rest = orderFrom(others, stored);
    return rest && [first.request, ...rest];
  }

  return orderFrom(all, before);
}

/** A history as people read it, for a test that fails. */
export function historyText(requests: readonly RecordedRequest[]): string {
  const lines = requests.map(({ name, sent, begin, end, answer }) => {
    const text = exactJson([sent.pathParameters, sent.body]);
    return `${begin}-${end} ${name} ${text}: ${exactJson(answer) ?? 'no certain answer'}`;
  });
  return lines.join('\n');
}
