/** The protocol of functions/create-plant/PROTOCOL.md as a model: what can happen to one id, in all orders. */

type Plant = 'Fern' | 'Moss';
type Region = 0 | 1;

/** One request of a client, which the SDK may send several times. */
interface Request {
  readonly plant: Plant;
  readonly region: Region;
  readonly attemptsLeft: number;
  /** Attempts that may still arrive at the store, also after the SDK has given them up. */
  readonly underWay: number;
  readonly status: 'ready' | 'waiting' | Answer;
}

type Answer = 200 | 1004 | 1006;

interface State {
  /** The plant that each region holds. */
  readonly held: readonly [Plant | '', Plant | ''];
  readonly requests: readonly Request[];
}

export interface Rules {
  /** Whether the condition of the write also accepts the plant that is already there. */
  readonly acceptsSamePlant: boolean;
  /** Whether a write is in both regions at once; otherwise it is copied later. */
  readonly isStrong: boolean;
}

/** The table's content after an answer, as its client sees it. */
type Found = 'nothing' | 'its plant' | 'another plant';

interface Explored {
  readonly states: number;
  /** The steps to a state in which an answer is wrong. */
  readonly wrong: readonly string[] | undefined;
  /** All that the table can hold after each answer. */
  readonly found: ReadonlyMap<Answer, ReadonlySet<Found>>;
}

/** Visits each state that these requests can reach. */
export function explore(
  rules: Rules,
  requests: readonly Pick<Request, 'plant' | 'region'>[],
  attempts: number,
): Explored {
  const first: State = {
    held: ['', ''],
    requests: requests.map((request) => ({
      ...request,
      attemptsLeft: attempts,
      underWay: 0,
      status: 'ready',
    })),
  };
  const paths = new Map([[JSON.stringify(first), [] as readonly string[]]]);
  const found = new Map<Answer, Set<Found>>(
    [200, 1004, 1006].map((code) => [code as Answer, new Set()]),
  );
  // A map visits what is added meanwhile.
  for (const [text, path] of paths) {
    const state: State = JSON.parse(text);
    for (const { plant, region, status } of state.requests) {
      if (status === 'ready' || status === 'waiting') continue;
      const held = state.held[region];
      const finds = held === '' ? 'nothing' : held === plant ? 'its plant' : 'another plant';
      found.get(status)?.add(finds);
      if (!promises[status].includes(finds)) return { states: paths.size, wrong: path, found };
    }
    for (const [step, next] of stepsFrom(state, rules)) {
      const key = JSON.stringify(next);
      if (!paths.has(key)) paths.set(key, [...path, step]);
    }
  }
  return { states: paths.size, wrong: undefined, found };
}

const promises: Readonly<Record<Answer, readonly Found[]>> = {
  200: ['its plant'],
  1004: ['another plant'],
  1006: ['nothing', 'its plant', 'another plant'],
};

function* stepsFrom(state: State, rules: Rules): Generator<[step: string, next: State]> {
  for (const [index, request] of state.requests.entries()) {
    const { plant, region, attemptsLeft, underWay, status } = request;
    const name = `request ${index + 1}, ${plant}`;
    const change = (changed: Partial<Request>, held = state.held): State => ({
      held,
      requests: state.requests.with(index, { ...request, ...changed }),
    });
    if (status === 'ready' && attemptsLeft > 0) {
      const sent = { attemptsLeft: attemptsLeft - 1, underWay: underWay + 1, status: 'waiting' };
      yield [`${name}: sends`, change(sent as Partial<Request>)];
    }
    if (status === 'ready' && attemptsLeft === 0)
      yield [`${name}: gives up`, change({ status: 1006 })];
    if (status === 'waiting') {
      yield [`${name}: gets no answer`, change({ status: 'ready' })];
    }
    if (underWay > 0) {
      yield [`${name}: is lost on its way`, change({ underWay: underWay - 1 })];
      const before = state.held[region];
      const isAccepted = before === '' || (rules.acceptsSamePlant && before === plant);
      const written = rules.isStrong ? ([plant, plant] as const) : state.held.with(region, plant);
      const held = isAccepted ? (written as State['held']) : state.held;
      yield [`${name}: arrives`, change({ underWay: underWay - 1 }, held)];
      if (status === 'waiting') {
        const answer = isAccepted ? 200 : 1004;
        yield [
          `${name}: arrives, ${answer}`,
          change({ underWay: underWay - 1, status: answer }, held),
        ];
      }
    }
  }
  const [here, there] = state.held;
  if (here !== there && !rules.isStrong) {
    if (here !== '') yield ['the first region is copied', { ...state, held: [here, here] }];
    if (there !== '') yield ['the second region is copied', { ...state, held: [there, there] }];
  }
}
