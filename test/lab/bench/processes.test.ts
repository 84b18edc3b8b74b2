import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { assembly } from '../../synthesized.ts';
import { cpuQuota, fullCoreMegabytes as megabytes } from './cpu-quota.ts';
import { compileRuntime, launch } from './function-process.ts';
import { inRounds, start } from './rounds.ts';
import { startStoreStub } from './store-stub.ts';
import { variantMaker, variantNames } from './variants.ts';

const folder = mkdtempSync(join(tmpdir(), 'plant-store-bench-'));
const variant = variantMaker(assembly, folder);
const store = await startStoreStub(0);
const bench = { runtime: compileRuntime(folder), store, quota: undefined };
beforeEach(() => store.counts.clear());
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

/** Our function with the code of this file in its place. */
function withCode(file: string, code: string) {
  const changed = mkdtempSync(join(folder, 'changed-'));
  writeFileSync(join(changed, file), code);
  const ours = variant('ours');
  return { ...ours, lambda: { ...ours.lambda, folder: changed, handler: 'index.handler' } };
}

it('a cold start of each variant is measured, round by round', async () => {
  const cases = variantNames.map((name) => ({ variant: variant(name), megabytes, invocations: 2 }));
  const rows = await inRounds(bench, cases, 1);
  const one = { init: expect.any(Number), first: expect.any(Number), warm: [expect.any(Number)] };
  expect(rows).toEqual(variantNames.map((name) => ({ variant: name, megabytes, starts: [one] })));
  // The authorizer reads, and all others write.
  expect(store.counts.get('PutItem')).toBe(2 * (variantNames.length - 1));
  expect(store.counts.get('GetItem')).toBe(2);
});

it.each([
  ['throws at start', 'throw new Error("no start")', 'no start'],
  ['throws', 'exports.handler = () => { throw new Error("no plant") }', 'no plant'],
  ['ends its process', 'exports.handler = () => process.exit(3)', 'ours ended'],
  ['does not do the work', 'exports.handler = () => ({ statusCode: 400 })', 'ours answered'],
])('a start fails with the reason if the handler %s', async (_, code, reason) => {
  const started = start(bench, { variant: withCode('index.cjs', code), megabytes });
  await expect(started).rejects.toThrow(reason);
});

it('init includes a promise that a module awaits at its top level', async () => {
  const code = 'await new Promise((done) => setTimeout(done, 300)); export const handler = Object;';
  const { init, end } = await launch(bench, withCode('index.mjs', code), megabytes);
  await end();
  expect(init).toBeGreaterThan(300);
});

it('a process gets the share of a core of its memory size, or a sentence says why not', async () => {
  const quota = cpuQuota();
  if (typeof quota === 'string') return expect(quota).toContain('only full-core rows');
  const cpuMilliseconds = 100;
  const code = `exports.handler = () => {
    for (const start = process.cpuUsage(); process.cpuUsage(start).user < ${cpuMilliseconds}_000; );
    return 'Fern';
  }`;
  const busy = await launch({ ...bench, quota }, withCode('index.cjs', code), 256);
  // 256 of 1769 MB are a seventh of a core. The kernel lets a short burst use more.
  expect(await busy.invoke()).toBeGreaterThan(3 * cpuMilliseconds);
  await busy.end();
});
