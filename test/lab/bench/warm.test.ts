import { expect, it } from 'vitest';
import { assembly } from '../../synthesized.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { compileScripts, scriptPath } from './scripts.ts';
import { startStoreStub } from './store-stub.ts';
import { variantMaker } from './variants.ts';
import { warmRows } from './warm.ts';

const folder = temporaryFolder();

it('variants are invoked in turn, and each by itself is told of', async () => {
  await compileScripts(folder);
  const variant = variantMaker(assembly, folder);
  const store = await startStoreStub(0);
  const order: string[] = [];
  const followed = (['ours', 'empty handler'] as const).map((name) => {
    const { accepts, ...one } = variant(name);
    const followedAccepts = (payload: string) => {
      if (order.at(-1) !== name) order.push(name);
      return accepts(payload);
    };
    return { ...one, accepts: followedAccepts };
  });
  const bench = { runtime: scriptPath(folder, 'runtime'), store, quota: undefined };
  const rows = await warmRows(bench, followed, { rounds: 1, invocations: 200 }, () => {});
  store.close();

  expect(store.counts.get('PutItem')).toBe(200);
  expect(order).toEqual(Array.from({ length: 4 }, () => ['ours', 'empty handler']).flat());
  const [ours, empty] = rows;
  expect(rows.map((row) => row.variant)).toEqual(['ours', 'empty handler']);
  expect(Number(ours?.p50[0])).toBeGreaterThan(Number(empty?.p50[0]));
  if (process.platform !== 'linux') return;
  expect(Number(ours?.cpu[0])).toBeGreaterThan(Number(empty?.cpu[0]));
  expect(Number(ours?.resident[0])).toBeGreaterThan(Number(empty?.resident[0]));
});
