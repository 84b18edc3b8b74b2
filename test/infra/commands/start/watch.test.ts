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
  let rebuilds = 0;
  onTestFinished(
    watchSources(folder, async () => {
      rebuilds += 1;
    }),
  );
  for (const write of [replace, writeFileSync, replace, writeFileSync]) {
    const before = rebuilds;
    write(file, `after ${before}`);
    await vi.waitUntil(() => rebuilds > before, { timeout: 5_000 });
  }
});

it('a new folder is also watched, and a folder that was created again', async () => {
  const folder = project();
  const inner = join(folder, 'infra', 'new', 'inner');
  const file = join(inner, 'file.ts');
  let rebuilds = 0;
  onTestFinished(
    watchSources(folder, async () => {
      rebuilds += 1;
    }),
  );
  const steps = [
    () => mkdirSync(inner, { recursive: true }),
    () => writeFileSync(file, 'one'),
    () => rmSync(join(folder, 'infra'), { recursive: true }),
    () => mkdirSync(inner, { recursive: true }),
    () => writeFileSync(file, 'two'),
  ];
  for (const step of steps) {
    const before = rebuilds;
    step();
    await vi.waitUntil(() => rebuilds > before, { timeout: 5_000 });
  }
});

it('a file outside the sources is ignored', async () => {
  const folder = project();
  let rebuilds = 0;
  onTestFinished(
    watchSources(folder, async () => {
      rebuilds += 1;
    }),
  );
  writeFileSync(join(folder, 'notes.md'), '');
  await delay(300);
  expect(rebuilds).toBe(0);
  writeFileSync(join(folder, 'cdk.json'), '{}');
  await vi.waitUntil(() => rebuilds === 1, { timeout: 5_000 });
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
