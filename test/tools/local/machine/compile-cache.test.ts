import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { compileCache } from '../../../../tools/local/machine/compile-cache.ts';
import { testFleet } from '../lambda/test-fleet.ts';

it('keeps what an instance has compiled for the next one', async () => {
  const fleet = testFleet(
    'exports.handler = async () => require("node:module").getCompileCacheDir();',
  );
  const { value } = await fleet.invoke();
  expect(dirname(value)).toBe(compileCache.NODE_COMPILE_CACHE);
  expect(readdirSync(value).length).toBeGreaterThan(0);
});
