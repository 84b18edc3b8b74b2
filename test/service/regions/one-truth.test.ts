import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { context, createPlantEvent } from '../../events.ts';
import { publish } from '../../lab/prove/figure.ts';
import { recordLog } from '../faults/log-lines.ts';
import { property } from '../properties/property.ts';
import { type GlobalTables, startEventualTables, startStrongTables } from './global-tables.ts';
import type { Region } from './region.ts';

recordLog();
vi.stubEnv('PLANTS_TABLE_NAME', 'Plants');
const eventual = await regionsOf(await startEventualTables(10));
const strong = await regionsOf(await startStrongTables(2));
afterAll(() => Promise.all([eventual.tables.close(), strong.tables.close()]));

interface Create {
  readonly region: 0 | 1;
  readonly id: number;
  readonly name: string;
}

interface Outcome extends Create {
  readonly code: number;
}

/** The handler of each region, as one of its instances holds it. */
async function regionsOf(tables: GlobalTables) {
  const load = async ({ url }: Region) => {
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', url);
    vi.resetModules();
    const { handler } = await import('../../../functions/create-plant/handler.ts');
    // The SDK reads where its store is at its first request.
    await handler(createPlantEvent('{"id":-1,"name":"first"}'), context());
    return handler;
  };
  const handlers = [await load(tables.regions[0]), await load(tables.regions[1])] as const;
  const create = async ({ region, id, name }: Create): Promise<Outcome> => {
    const event = createPlantEvent(JSON.stringify({ id, name }));
    const { statusCode, body } = await handlers[region](event, context());
    return { region, id, name, code: statusCode === 200 ? 200 : JSON.parse(body).error };
  };
  const held = async (id: number) => {
    const items = await Promise.all(
      tables.regions.map((region) => region.read('Plants', { id: { N: `${id}` } })),
    );
    expect(items[0]).toEqual(items[1]);
    return (items[0] as { name: { S: string } } | undefined)?.name.S;
  };
  return { tables, create, held };
}

type Regions = Awaited<ReturnType<typeof regionsOf>>;
type Trouble = (tables: GlobalTables) => void;

const which = fc.constantFrom(0 as const, 1 as const);
const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  fc.constant<Trouble>(() => {}),
  fc.constant<Trouble>(({ cut }) => cut()),
  fc.constant<Trouble>(({ mend }) => mend()),
  which.map(
    (place): Trouble =>
      ({ isolate, regions }) =>
        isolate(regions[place]),
  ),
  fc.tuple(which, fc.constantFrom('before it is safe' as const, 'after it is safe' as const)).map(
    ([place, moment]): Trouble =>
      ({ killInNextWrite, regions }) =>
        killInNextWrite(regions[place], moment),
  ),
);
const ids = 3;
const creates = fc.array(
  fc.record({
    region: which,
    id: fc.nat(ids - 1),
    name: fc.constantFrom('Fern', 'Moss', 'Sequoia'),
  }),
  { minLength: 1, maxLength: 5 },
);
const story = fc.array(fc.record({ trouble, creates }), { minLength: 1, maxLength: 5 });
type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

const runs = { full: 150, short: 5 };
let used = 0;

/** What was answered while it happened, each id new. */
async function live({ tables, create }: Regions, told: Story): Promise<Outcome[]> {
  const first = used;
  used += ids;
  const outcomes: Outcome[] = [];
  for (const { trouble, creates } of told) {
    trouble(tables);
    const sent = creates.map(({ id, ...rest }) => create({ ...rest, id: first + id }));
    outcomes.push(...(await Promise.all(sent)));
  }
  for (const { code } of outcomes) expect([200, 1004, 1006]).toContain(code);
  await tables.settle();
  return outcomes;
}

async function expectOneTruth({ held }: Regions, outcomes: readonly Outcome[]) {
  for (const { id, name, code } of outcomes) {
    const plant = await held(id);
    if (code === 200) expect(plant).toBe(name);
    if (code === 1004) expect([undefined, name]).not.toContain(plant);
  }
}

/** Whoever sends again, in whichever region, is told what is so. */
async function expectTruthOnRetry(regions: Regions, outcomes: readonly Outcome[]) {
  for (const outcome of outcomes) {
    const again = await regions.create({ ...outcome, region: outcome.region === 0 ? 1 : 0 });
    await regions.tables.settle();
    const isHeld = (await regions.held(outcome.id)) === outcome.name;
    expect(again.code).toBe(isHeld ? 200 : 1004);
  }
}

describe('with strong consistency', () => {
  let acknowledged = 0;
  property(
    'two regions with strong consistency, links cut, one killed in the middle of a write: nothing acknowledged is lost or contradicted, and a retry gets the truth',
    story,
    async (told) => {
      const outcomes = await live(strong, told);
      acknowledged += outcomes.filter(({ code }) => code === 200).length;
      await expectOneTruth(strong, outcomes);
      await expectTruthOnRetry(strong, outcomes);
    },
    runs,
  );

  it('acknowledges plants meanwhile', () => {
    expect(acknowledged).toBeGreaterThan(0);
  });

  it('answers 1006 for an id that is being written elsewhere, and then the truth', async () => {
    const { tables, create } = await regionsOf(await startStrongTables(600));
    onTestFinished(tables.close);
    const slow = create({ region: 0, id: 1, name: 'Fern' });
    await setTimeout(100);
    expect((await create({ region: 1, id: 1, name: 'Moss' })).code).toBe(1006);
    expect((await slow).code).toBe(200);
    expect((await create({ region: 1, id: 1, name: 'Moss' })).code).toBe(1004);
    expect((await create({ region: 1, id: 1, name: 'Fern' })).code).toBe(200);
  });
});

describe('without it', () => {
  let acknowledged = 0;
  let lost = 0;

  property(
    'two regions with eventual consistency, each id written in one of them: nothing acknowledged is lost or contradicted',
    story,
    async (told) => {
      const atHome = told.map(({ trouble, creates }) => ({
        trouble,
        creates: creates.map((create) => ({ ...create, region: (create.id % 2) as 0 | 1 })),
      }));
      const outcomes = await live(eventual, atHome);
      await expectOneTruth(eventual, outcomes);
      await expectTruthOnRetry(eventual, outcomes);
    },
    runs,
  );

  property(
    'two regions with eventual consistency, ids written in both: they agree in the end on a plant that was sent, and a retry gets the truth',
    story,
    async (told) => {
      const outcomes = await live(eventual, told);
      for (const { id, name, code } of outcomes) {
        const plant = await eventual.held(id);
        const sent = outcomes.filter((outcome) => outcome.id === id).map(({ name }) => name);
        if (plant !== undefined) expect(sent).toContain(plant);
        if (code !== 200) continue;
        acknowledged += 1;
        if (plant !== name) lost += 1;
      }
      await expectTruthOnRetry(eventual, outcomes);
    },
    runs,
  );

  it('the later of two plants within the delay wins, and nobody tells the other client', async () => {
    const id = used;
    used += 1;
    eventual.tables.cut();
    const first = await eventual.create({ region: 0, id, name: 'Fern' });
    const second = await eventual.create({ region: 1, id, name: 'Moss' });
    expect([first.code, second.code]).toEqual([200, 200]);
    await eventual.tables.settle();
    expect(await eventual.held(id)).toBe('Moss');
    expect((await eventual.create({ region: 0, id, name: 'Fern' })).code).toBe(1004);
    publish({
      part: 'regions',
      claim:
        'What eventual consistency costs where both regions write one id within the delay: acknowledged plants that another one replaced',
      figure: `${lost} of ${acknowledged} acknowledged`,
    });
  });
});
