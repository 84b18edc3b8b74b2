import type { Create } from './oracle.ts';

export interface Plant {
  readonly name: string;
  readonly tag?: string;
}

/** An answer of the service: its status, and its body as text. The status is 0 if there was no answer. */
export interface Answered {
  readonly status: number;
  readonly body: string;
}

/** Records what clients send and what they are answered, for the oracle. */
export function startHistory() {
  const creates: Create[] = [];
  let moment = 0;
  /** Sends one plant, and adds it to the history. An answer that the contract does not know is `unknown`. */
  async function record(
    id: number | bigint,
    plant: Plant,
    send: () => Promise<Answered>,
  ): Promise<Answered> {
    moment += 1;
    const create = { id: `${id}`, plant: plantText(plant), called: moment };
    const place = creates.push({ ...create, returned: Infinity, answer: 'unknown' }) - 1;
    const answered = await send();
    moment += 1;
    creates[place] = { ...create, returned: moment, answer: answerOf(answered) };
    return answered;
  }
  return { creates, record };
}

/** The same text for the same plant: of a request, an answer or a table's item. */
export function plantText({ name, tag }: Plant): string {
  return JSON.stringify(tag === undefined ? [name] : [name, tag]);
}

const refusals = [1001, 1002, 1003, 1005];

function answerOf({ status, body }: Answered): Create['answer'] {
  if (status === 200) return 'stored';
  if ([401, 403, 413, 429].includes(status)) return 'refused';
  if (status !== 400) return 'unknown';
  const { error } = JSON.parse(body) as { error: number };
  if (error === 1004) return 'taken';
  return refusals.includes(error) ? 'refused' : 'unknown';
}
