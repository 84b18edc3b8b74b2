import { afterAll, beforeAll, expect, it } from 'vitest';
import { assembly } from '../../synthesized.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { heapOverTime } from './heap.ts';
import { compileScripts, scriptPath } from './scripts.ts';
import { type StoreStub, startStoreStub } from './store-stub.ts';
import { tokenTimes } from './tokens.ts';
import { variantMaker } from './variants.ts';

const folder = temporaryFolder();
const variant = variantMaker(assembly, folder);
const driver = scriptPath(folder, 'driver');
let store: StoreStub;

beforeAll(async () => {
  await compileScripts(folder);
  store = await startStoreStub(0);
});

afterAll(() => {
  store.close();
});

it('a lookup of a token asks the store, a refusal does not', async () => {
  const times = await tokenTimes(driver, store, variant('our authorizer'), 20);
  expect(store.counts.get('GetItem')).toBe(30);
  expect(times.requestsOfRefusals).toBe(0);
  expect(times).toMatchObject({ refusalP99: expect.any(Number), lookupP99: expect.any(Number) });
  expect(times.refusalP99).toBeGreaterThan(0);
});

it('the heap is read fifty times over all invocations', async () => {
  const { every, bytes } = await heapOverTime(driver, store, variant('ours'), 100);
  expect(every).toBe(2);
  expect(bytes).toHaveLength(50);
  expect(Math.min(...bytes)).toBeGreaterThan(1e6);
  expect(store.counts.get('PutItem')).toBe(100);
});
