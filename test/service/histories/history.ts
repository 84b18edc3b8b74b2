import type { NewPlant } from '../../../functions/create-plant/plant.ts';
import { failures } from '../../../functions/http/failure.ts';
import { bodyPart, failureTable, itemOf, keyOf } from '../../../tools/test/setup/contract.ts';

/** One request, as its client saw it. `called` and `returned` are places in one order of all events. */
export interface Create {
  readonly id: string;
  readonly plant: string;
  readonly called: number;
  /** Infinity if the client never got an answer. */
  readonly returned: number;
  /** `unknown`: the answer does not say whether the plant is stored. `refused`: it says that it is not. */
  readonly answer: 'stored' | 'taken' | 'refused' | 'unknown';
}

/** An answer of the service: its status, and its body as text. The status is 0 if there was no answer. */
interface Answered {
  readonly status: number;
  readonly body: string;
}

/** Records the requests of clients and their answers. */
export function createHistory() {
  const creates: Create[] = [];
  let moment = 0;
  /** Sends one plant, and adds it to the history. An answer that the contract does not know is `unknown`. */
  async function record(plant: NewPlant, send: () => Promise<Answered>): Promise<Answered> {
    moment += 1;
    const create = { id: keyOf(plant), plant: plantText(plant), called: moment };
    const place = creates.push({ ...create, returned: Infinity, answer: 'unknown' }) - 1;
    const answered = await send();
    moment += 1;
    creates[place] = { ...create, returned: moment, answer: answerOf(answered) };
    return answered;
  }
  return { creates, record };
}

/** The same text for the same plant. */
export function plantText(plant: NewPlant): string {
  return JSON.stringify(bodyPart(itemOf(plant)));
}

function answerOf({ status, body }: Answered): Create['answer'] {
  if (status === 200) return 'stored';
  if ([401, 403, 413, 429].includes(status)) return 'refused';
  const [, code] = /^\{"error":(\d+),/.exec(body) ?? [];
  const error = Number(code);
  if (error === failures.idTaken.error) return 'taken';
  const { advice = 'retry' } = failureTable.find((row) => row.error === error) ?? {};
  return advice.startsWith('retry') ? 'unknown' : 'refused';
}

/**
 * Finds the ids with answers that contradict each other; an empty list means that the history is linearizable. An id
 * holds one plant for ever, so no search is needed: one plant won before the first answer, and every answer agrees.
 * `held` are the plants in the table afterwards, if the caller can read it.
 */
export function contradictions(
  history: readonly Create[],
  held?: ReadonlyMap<string, string>,
): string[] {
  const byId = Map.groupBy(history, ({ id }) => id);
  const stray = [...(held?.keys() ?? [])].filter((id) => !byId.has(id));
  const wrong = [...byId].filter(([id, creates]) => {
    const last = held && { plant: held.get(id) };
    const certain = creates.filter(({ answer }) => answer === 'stored' || answer === 'taken');
    if (certain.length === 0 && last?.plant === undefined) return false;
    const known = Math.min(...certain.map(({ returned }) => returned));
    const winners = creates.filter(
      ({ plant, called, answer }) =>
        called < known &&
        answer !== 'refused' &&
        (last === undefined || last.plant === plant) &&
        certain.every((other) => (other.answer === 'stored') === (other.plant === plant)),
    );
    return winners.length === 0;
  });
  return [...stray, ...wrong.map(([id]) => id)];
}
