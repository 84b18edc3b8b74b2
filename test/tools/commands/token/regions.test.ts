import { expect, it, vi } from 'vitest';
import { Problem } from '../../../../infra/base.ts';
import { type Gateway, reachRegions } from '../../../../tools/commands/token/regions.ts';
import type { StoredItem } from '../../../../tools/commands/token/token-registry.ts';

/** A gateway with a region that has one of these items at each look, and then always the last one. */
function gateway(...items: (StoredItem | undefined)[]) {
  return {
    name: 'The gateway',
    find: vi.fn(async () => (items.length > 1 ? items.shift() : items[0])),
    clearCache: vi.fn(async () => {}),
  };
}

/** What the command prints. */
async function reach(change: 'created' | 'ended', gateways: Gateway[], milliseconds?: number) {
  const notes: string[] = [];
  const note = (sentence: string) => void notes.push(sentence);
  const reached = await reachRegions(change, 'cafe', { gateways } as never, note, milliseconds);
  expect(reached).toBe(notes.length < gateways.length);
  return notes;
}

const refusal =
  'The gateway does not accept the new token yet. Do not use it there: a refusal is cached for five minutes.';
const acceptance =
  'The gateway can accept the token for five more minutes or longer. Run revoke again later.';

it('waits until each region has the new token', async () => {
  const gateways = [gateway({}), gateway(undefined, undefined, {})];
  expect(await reach('created', gateways)).toEqual([]);
  expect(gateways.map(({ find }) => find.mock.calls)).toEqual([
    [['cafe']],
    [['cafe'], ['cafe'], ['cafe']],
  ]);
  for (const { clearCache } of gateways) expect(clearCache).not.toHaveBeenCalled();
});

it.each([
  [{}, { revoked: 1 }],
  [{ expires: Date.now() / 1000 + 3_600 }, { expires: Date.now() / 1000 - 1 }],
])('clears a cache after its region has the end (%#)', async (before, after) => {
  const late = gateway(before, after);
  late.clearCache.mockImplementation(async () => expect(late.find).toHaveBeenCalledTimes(2));
  expect(await reach('ended', [late])).toEqual([]);
  expect(late.clearCache).toHaveBeenCalledTimes(1);
});

it('names a region that does not get the change', async () => {
  const late = gateway(undefined);
  const reason = 'The change is not there after 0.002 seconds.';
  expect(await reach('created', [late], 2)).toEqual([`${refusal} ${reason}`]);
  expect(await reach('ended', [late], 2)).toEqual([`${acceptance} ${reason}`]);
  expect(late.clearCache).not.toHaveBeenCalled();
});

it('names a region that fails, and continues with the others', async () => {
  const [lost, guarded, good] = [gateway(), gateway({ revoked: 1 }), gateway({ revoked: 1 })];
  lost.find.mockRejectedValue(new Problem('It is lost.'));
  guarded.clearCache.mockRejectedValue(new Problem('It is guarded.'));
  expect((await reach('ended', [lost, guarded, good])).toSorted()).toEqual([
    `${acceptance} It is guarded.`,
    `${acceptance} It is lost.`,
  ]);
  expect(good.clearCache).toHaveBeenCalledTimes(1);
});
