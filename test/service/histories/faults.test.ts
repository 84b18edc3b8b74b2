import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { itemOf } from '../../../tools/test/setup/contract.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import { slow } from '../../../tools/test/setup/slow.ts';
import type { Item } from '../../setup/effect.ts';
import {
  type Apply,
  breakNetwork,
  type StoreFaultName,
  storeFaultNames,
  within,
} from './faults.ts';
import { createHistory, historyText, orderOf, type RawAnswer } from './history.ts';
import { type Send, startInstances } from './instances.ts';
import { openItems, type Step, statesAfter, stepsTo } from './stored.ts';
import { hasty, hopeful } from './wrong-services.ts';

const dynamodb = await startDynamodb();
const items = openItems(dynamodb.url);
afterAll(async () => {
  items.close();
  await dynamodb.stop();
});
for (const level of ['info', 'warn', 'error'] as const) {
  vi.spyOn(console, level).mockImplementation(() => {});
}
const time = '2026-11-20T09:30:00.000Z';
vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
await breakNetwork();

interface Network {
  /** The fault of the next call of the store. */
  readonly next: () => StoreFaultName | undefined;
  /** Ends the request without an answer. */
  readonly killed?: Promise<RawAnswer>;
}

/** Begins a history of requests to one item. */
async function begin(number: number, before: Item | undefined, send: Send) {
  await items.write(number, before);
  const { requests, record } = createHistory();
  const calls: Promise<unknown>[] = [];
  const held: Apply[] = [];
  const arrive = async () => void (await Promise.all(held.splice(0).map((call) => call())));
  async function request({ operation, request }: Step, { next, killed }: Network) {
    const network = { next, calls, hold: (call: Apply) => void held.push(call) };
    const { functionName: name, effect } = operation;
    await record({ name, effect, sent: request }, () => {
      const answered = within(network, () => send(operation, request));
      return killed === undefined ? answered : Promise.race([answered, killed]);
    });
  }
  /** The history, if no order of its requests explains the answers and what is stored. */
  async function contradiction(): Promise<string | undefined> {
    await arrive();
    await Promise.allSettled(calls);
    const raw = await items.read(number);
    const isStored = (stored: Item | undefined) => isDeepStrictEqual(stored && itemOf(stored), raw);
    if (orderOf(requests, before, isStored) !== undefined) return undefined;
    const [from, to] = [before && itemOf(before), raw].map((item) => JSON.stringify(item));
    return `From ${from ?? 'nothing'}\n${historyText(requests)}\nto ${to ?? 'nothing'}`;
  }
  return { request, arrive, contradiction };
}

const noFault = { next: () => undefined };

/** Two clients, so that an item says whose request has stored it. */
const [firsts = [], seconds = []] = ['nursery', 'garden'].map((client) =>
  stepsTo(1, 2, { client, lastFour: 'wXyZ', time }),
);

interface ShortHistory {
  readonly before: Item | undefined;
  /** Its first call of the store has the fault, or each of its calls. */
  readonly first: Step;
  readonly affected: 1 | typeof Infinity;
  /** Comes before what is late of the first one. */
  readonly second: Step | undefined;
}

function shortHistories(fault: StoreFaultName | undefined): readonly ShortHistory[] {
  const others = fault === 'the request is late' ? seconds : [];
  return statesAfter(firsts).flatMap((before) =>
    firsts.flatMap((first) =>
      [1, Infinity].flatMap((affected) =>
        [undefined, ...others].map((second) => ({ before, first, affected, second })),
      ),
    ),
  );
}

/** The first short history with this fault that breaks a promise. */
async function contradictionOf(send: Send, fault?: StoreFaultName): Promise<string | undefined> {
  for (const { before, first, affected, second } of shortHistories(fault)) {
    let count = 0;
    const next = () => {
      count += 1;
      return count > affected ? undefined : fault;
    };
    const history = await begin(1, before, send);
    await history.request(first, { next });
    if (second !== undefined) await history.request(second, noFault);
    const found = await history.contradiction();
    if (found !== undefined) return found;
  }
  return undefined;
}

const send = await startInstances();

it.each([hopeful, hasty])(
  'the wrong service %o is right if nothing goes wrong',
  slow,
  async (wrong) => {
    expect(await contradictionOf(wrong(send))).toBeUndefined();
  },
);

describe.each(storeFaultNames)('if %s', (fault) => {
  it('an order of the requests explains every short history', slow, async () => {
    expect(await contradictionOf(send, fault)).toBeUndefined();
  });

  // So the fault reaches the service, and a history that breaks a promise is noticed.
  it('a wrong service is noticed', slow, async () => {
    const found =
      (await contradictionOf(hopeful(send), fault)) ?? (await contradictionOf(hasty(send), fault));
    expect(found).toBeDefined();
  });
});

const step = fc.record({
  number: fc.constantFrom(1, 2),
  place: fc.nat(),
  faults: fc.array(fc.constantFrom(undefined, ...storeFaultNames), { maxLength: 4 }),
  isKilled: fc.boolean(),
  /** What is late arrives after this request, and not at the end. */
  endsDelay: fc.boolean(),
});
const story = fc.record({
  places: fc.tuple(fc.nat(), fc.nat()),
  steps: fc.array(step, { minLength: 1, maxLength: 8 }),
});

const holds = fc.asyncProperty(story, async ({ places, steps }) => {
  const begun = places.map(async (place, index) => {
    const possible = stepsTo(index + 1, 4, { client: 'nursery', lastFour: 'wXyZ', time });
    const states = statesAfter(possible);
    const history = await begin(index + 1, states[place % states.length], send);
    return { history, possible };
  });
  const histories = await Promise.all(begun);
  const requests = steps.map(async ({ number, place, faults, isKilled, endsDelay }) => {
    const { history, possible } = histories[number - 1] ?? expect.fail();
    const { promise: killed, resolve: kill } = Promise.withResolvers<RawAnswer>();
    const left = [...faults];
    let isGone = false;
    const next = () => {
      if (isGone) return 'the instance is gone';
      isGone = isKilled && left.length === 0;
      if (isGone) kill({ status: 0, body: '' });
      return left.shift();
    };
    await history.request(possible[place % possible.length] ?? expect.fail(), { next, killed });
    if (endsDelay) await history.arrive();
  });
  await Promise.all(requests);
  for (const { history } of histories) expect(await history.contradiction()).toBeUndefined();
});

it('an order of the requests explains random histories, also if instances are killed', slow, () =>
  // By default, the seed depends on what this file has replaced.
  fc.assert(holds, { numRuns: 25, seed: randomInt(2 ** 31) }),
);
