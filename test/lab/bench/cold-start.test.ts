import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembly } from '../../synthesized.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { start } from './cold-start.ts';
import { fullCoreMegabytes } from './cpu-quota.ts';
import { inRounds, valuesOf } from './rounds.ts';
import { compileScripts, scriptPath } from './scripts.ts';
import { type StoreStub, startStoreStub } from './store-stub.ts';
import { variantMaker } from './variants.ts';

const folder = temporaryFolder();
const variant = variantMaker(assembly, folder);
const runtime = scriptPath(folder, 'runtime');
let store: StoreStub;

beforeAll(async () => {
  await compileScripts(folder);
  store = await startStoreStub(1);
});

afterAll(() => {
  store.close();
});

function bench() {
  return { runtime, store, quota: undefined };
}

describe('a cold start', () => {
  it('is measured of the synthesized function and of another, round by round', async () => {
    const cases = [variant('ours'), variant('empty handler')].map((one) => ({
      variant: one,
      megabytes: fullCoreMegabytes,
      invocations: 2,
    }));
    let measured = 0;
    const rows = await inRounds(bench(), cases, 1, () => {
      measured += 1;
    });
    expect(measured).toBe(2);
    expect(rows.map((row) => row.variant)).toEqual(['ours', 'empty handler']);
    for (const row of rows) {
      const [cold] = valuesOf(row, 'cold');
      expect(cold).toBeGreaterThan(0);
      expect(row.starts[0]?.warm).toHaveLength(1);
    }
    expect(store.counts.get('PutItem')).toBe(2);
  });

  it.each([
    ['throws at start', 'throw new Error("no start")', 'no start'],
    ['throws', 'exports.handler = () => { throw new Error("no plant") }', 'no plant'],
    ['ends its process', 'exports.handler = () => process.exit(3)', 'ours ended'],
    ['does not do the work', 'exports.handler = () => ({ statusCode: 400 })', 'ours answered'],
  ])('of a handler that %s is none, and says why', async (_, code, reason) => {
    const broken = temporaryFolder();
    writeFileSync(join(broken, 'index.cjs'), code);
    const ours = variant('ours');
    const lambda = { ...ours.lambda, folder: broken, handler: 'index.handler' };
    await expect(start(bench(), { ...ours, lambda }, fullCoreMegabytes)).rejects.toThrow(reason);
  });

  it('of a module that awaits at its top ends when that is over', async () => {
    const slow = temporaryFolder();
    const code = 'await new Promise((done) => setTimeout(done, 300));';
    const handler = 'export const handler = () => ({ statusCode: 200 });';
    writeFileSync(join(slow, 'index.mjs'), code + handler);
    const empty = variant('empty handler');
    const lambda = { ...empty.lambda, folder: slow };
    const { init } = await start(bench(), { ...empty, lambda }, fullCoreMegabytes);
    expect(init).toBeGreaterThan(300);
  });
});
