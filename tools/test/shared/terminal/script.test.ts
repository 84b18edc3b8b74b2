import { expect, it, vi } from 'vitest';

/** In the file for CloudShell, this is a constant. */
async function scriptIn(bundledAs: string | undefined) {
  vi.stubGlobal('bundledAs', bundledAs);
  vi.resetModules();
  return import('../../../shared/terminal/script.ts');
}

it.each([
  [undefined, 'npm run night -- open --stack NAME', 'npm run token -- list'],
  ['night.mjs', 'node night.mjs open --stack NAME', 'node night.mjs token list'],
])('names commands as they are typed in %s', async (file, open, list) => {
  const { typed } = await scriptIn(file);
  expect(typed('night', 'open --stack NAME')).toBe(open);
  expect(typed('token', 'list')).toBe(list);
  // It needs a clone.
  expect(typed('night', 'deploy COMMIT')).toBe('npm run night -- deploy COMMIT');
});
