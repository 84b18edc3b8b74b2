import { EventEmitter, once } from 'node:events';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { UsageError } from '../../../../infra/base.ts';
import { rebuild, watchSources } from '../../../../tools/commands/start/watch.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

/** Watches a new project until the test ends. `onRebuild` is called when a rebuild begins. */
function watched(onRebuild = async () => {}) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'functions', 'create-plant'), { recursive: true });
  mkdirSync(join(folder, 'infra'));
  const begun = new EventEmitter();
  const seen = { rebuilds: 0 };
  const stop = watchSources(folder, async () => {
    seen.rebuilds += 1;
    begun.emit('rebuild');
    await onRebuild();
  });
  onTestFinished(stop);
  const rebuildAfter = async (change: () => void) => {
    const next = once(begun, 'rebuild');
    change();
    await next;
  };
  return { folder, seen, stop, rebuildAfter };
}

const longerThanTheQuietTime = 500;

it('several changes at once are one rebuild, and changes during it are one after it', async () => {
  const first = Promise.withResolvers<void>();
  const { folder, seen, rebuildAfter } = watched(() => first.promise);
  const file = join(folder, 'functions', 'create-plant', 'handler.ts');
  const change = (text: string) => writeFileSync(file, text);
  await rebuildAfter(() => ['a', 'b', 'c'].forEach(change));
  ['d', 'e'].forEach(change);
  await delay(longerThanTheQuietTime);
  expect(seen.rebuilds).toBe(1);
  await rebuildAfter(first.resolve);
  await delay(longerThanTheQuietTime);
  expect(seen.rebuilds).toBe(2);
});

it('stopping waits for a running rebuild', async () => {
  let isDone = false;
  const { folder, rebuildAfter, stop } = watched(async () => {
    await delay(100);
    isDone = true;
  });
  await rebuildAfter(() => writeFileSync(join(folder, 'cdk.json'), '{}'));
  await stop();
  expect(isDone).toBe(true);
});

/** As `sed -i` and `git checkout` write a file. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

it.each(['openapi.yaml', 'functions/create-plant/handler.ts', 'infra/new/inner/file.ts'])(
  'after %s is replaced by a rename, it is still watched',
  async (name) => {
    const { folder, rebuildAfter } = watched();
    const file = join(folder, name);
    if (name.includes('new'))
      await rebuildAfter(() => mkdirSync(join(file, '..'), { recursive: true }));
    for (const write of [writeFileSync, replace, writeFileSync, replace, writeFileSync]) {
      await rebuildAfter(() => write(file, write.name));
    }
  },
);

it('a file outside the sources is ignored', async () => {
  const { folder, seen, rebuildAfter } = watched();
  writeFileSync(join(folder, 'notes.md'), '');
  await delay(longerThanTheQuietTime);
  await rebuildAfter(() => writeFileSync(join(folder, 'cdk.json'), '{}'));
  expect(seen.rebuilds).toBe(1);
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
