import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { rebuild, watchSources } from '../../../../infra/commands/start/watch.ts';
import { UsageError } from '../../../../infra/problem.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

function project(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'functions', 'create-plant'), { recursive: true });
  mkdirSync(join(folder, 'infra'));
  for (const file of ['cdk.json', 'openapi.yaml', 'package.json'])
    writeFileSync(join(folder, file), '');
  return folder;
}

it('several changes at once are one rebuild, and changes during a rebuild are another', async () => {
  const folder = project();
  const file = join(folder, 'functions', 'create-plant', 'handler.ts');
  const change = (text: string) => writeFileSync(file, text);
  let running = 0;
  let rebuilds = 0;
  const stop = watchSources(folder, async () => {
    running += 1;
    expect(running).toBe(1);
    if (rebuilds === 0) change('changed while it runs');
    await delay(400);
    running -= 1;
    rebuilds += 1;
  });
  onTestFinished(stop);
  for (const text of ['a', 'b', 'c']) change(text);
  await vi.waitUntil(() => rebuilds === 2, { timeout: 20_000 });
  await delay(600);
  expect(rebuilds).toBe(2);
});

it('stopping waits for a running rebuild', async () => {
  const folder = project();
  let state = 'quiet';
  const stop = watchSources(folder, async () => {
    state = 'running';
    await delay(100);
    state = 'done';
  });
  writeFileSync(join(folder, 'cdk.json'), '{}');
  await vi.waitUntil(() => state === 'running', { timeout: 20_000 });
  await stop();
  expect(state).toBe('done');
});

/** Watches a project until the test ends. Returns a function that makes a change and waits for its rebuild. */
function watched(folder: string) {
  let rebuilds = 0;
  onTestFinished(
    watchSources(folder, async () => {
      rebuilds += 1;
    }),
  );
  return async (change: () => void) => {
    const before = rebuilds;
    change();
    await vi.waitUntil(() => rebuilds > before, { timeout: 20_000 });
    return rebuilds;
  };
}

/** As `sed -i` and `git checkout` write a file. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

it.each([
  ['at the top', (folder: string) => join(folder, 'openapi.yaml')],
  ['in a folder', (folder: string) => join(folder, 'functions', 'create-plant', 'handler.ts')],
])('a file %s that was replaced by a rename is still watched', async (_, fileIn) => {
  const folder = project();
  const file = fileIn(folder);
  writeFileSync(file, 'first');
  const rebuildAfter = watched(folder);
  for (const write of [replace, writeFileSync, replace, writeFileSync]) {
    await rebuildAfter(() => write(file, write.name));
  }
});

it('a new folder is also watched, and a folder that was created again', async () => {
  const folder = project();
  const inner = join(folder, 'infra', 'new', 'inner');
  const file = join(inner, 'file.ts');
  const rebuildAfter = watched(folder);
  await rebuildAfter(() => mkdirSync(inner, { recursive: true }));
  await rebuildAfter(() => writeFileSync(file, 'one'));
  await rebuildAfter(() => rmSync(join(folder, 'infra'), { recursive: true }));
  await rebuildAfter(() => mkdirSync(inner, { recursive: true }));
  await rebuildAfter(() => writeFileSync(file, 'two'));
});

it('a file outside the sources is ignored', async () => {
  const folder = project();
  const rebuildAfter = watched(folder);
  writeFileSync(join(folder, 'notes.md'), '');
  await delay(300);
  expect(await rebuildAfter(() => writeFileSync(join(folder, 'cdk.json'), '{}'))).toBe(1);
});

it.each([
  ['a good build is in use', async () => {}, 'Rebuilt. The new functions are in use.'],
  [
    'a build that fails leaves the old one, and says why',
    () => Promise.reject(new UsageError('Expected ";" but found "}".')),
    'The old functions stay in use. Expected ";" but found "}".',
  ],
])('%s', async (_, build, sentence) => {
  const seen: string[] = [];
  await rebuild({ rebuild: build }, (text) => seen.push(text));
  expect(seen).toEqual([sentence]);
});
