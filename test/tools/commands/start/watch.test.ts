import { EventEmitter, once } from 'node:events';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { watchSources } from '../../../../tools/commands/start/watch.ts';
import { temporaryFolder } from '../../../setup/temporary-folder.ts';

// Most of their time is waiting.
const it = test.concurrent;
const closes: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closes.map((close) => close())));

/** Watches a new project. `onPassed` gets the changes that are passed on. */
function watched(onPassed: (changed: readonly string[]) => Promise<string[] | undefined>) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'functions', 'create-plant'), { recursive: true });
  mkdirSync(join(folder, 'infra'));
  const begun = new EventEmitter();
  const passed: (readonly string[])[] = [];
  const { begin, close } = watchSources(folder);
  closes.push(close);
  const start = () =>
    begin((changed) => {
      passed.push(changed.toSorted());
      begun.emit('passed');
      return onPassed(changed);
    });
  const passesAfter = async (change: () => void) => {
    const next = once(begun, 'passed');
    change();
    await next;
    return passed.at(-1);
  };
  return { folder, passed, close, start, passesAfter };
}

const longerThanTheQuietTime = 500;
const handler = 'functions/create-plant/handler.ts';

it('several changes at once are passed once, and changes during the call after it', async () => {
  const first = Promise.withResolvers<string[]>();
  const { folder, passed, passesAfter, start } = watched(() => first.promise);
  start();
  const change = (text: string) => writeFileSync(join(folder, handler), text);
  expect(await passesAfter(() => ['a', 'b', 'c'].forEach(change))).toEqual([handler]);
  ['d', 'e'].forEach(change);
  await delay(longerThanTheQuietTime);
  expect(passed).toHaveLength(1);
  await passesAfter(() => first.resolve([]));
  await delay(longerThanTheQuietTime);
  expect(passed).toHaveLength(2);
});

it('changes that were made before the begin, or not used, are passed with the next ones', async () => {
  const results = [undefined, []];
  const { folder, passed, passesAfter, start } = watched(async () => results.shift());
  writeFileSync(join(folder, handler), '');
  await delay(longerThanTheQuietTime);
  expect(await passesAfter(start)).toEqual([handler]);
  await delay(longerThanTheQuietTime);
  expect(passed).toHaveLength(1);
  const change = () => writeFileSync(join(folder, 'cdk.json'), '{}');
  expect(await passesAfter(change)).toEqual(['cdk.json', handler]);
  expect(await passesAfter(change)).toEqual(['cdk.json']);
});

it('the own changes of a call are not passed', async () => {
  const { folder, passed, passesAfter, start } = watched(async () => {
    writeFileSync(join(folder, handler), '');
    await delay(longerThanTheQuietTime);
    return [handler, 'functions/create-plant'];
  });
  start();
  await passesAfter(() => writeFileSync(join(folder, 'openapi.yaml'), ''));
  await delay(2 * longerThanTheQuietTime);
  expect(passed).toEqual([['openapi.yaml']]);
});

it('closing waits for a running call', async () => {
  let isDone = false;
  const { folder, passesAfter, close, start } = watched(async () => {
    await delay(100);
    isDone = true;
    return [];
  });
  start();
  await passesAfter(() => writeFileSync(join(folder, 'cdk.json'), '{}'));
  await close();
  expect(isDone).toBe(true);
});

/** As `sed -i` and `git checkout` write a file. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

it.each(['openapi.yaml', handler, 'infra/new/inner/file.ts'])(
  'after %s is replaced by a rename, it is still watched',
  async (name) => {
    const { folder, passesAfter, start } = watched(async () => []);
    start();
    const file = join(folder, name);
    if (name.includes('new'))
      await passesAfter(() => mkdirSync(join(file, '..'), { recursive: true }));
    for (const write of [writeFileSync, replace, writeFileSync, replace, writeFileSync]) {
      expect(await passesAfter(() => write(file, write.name))).toContain(name);
    }
  },
);

it('a manual, a test and a file outside the sources are ignored', async () => {
  const { folder, passed, passesAfter, start } = watched(async () => []);
  start();
  mkdirSync(join(folder, 'test'));
  for (const name of ['notes.txt', 'test/new.test.ts', 'functions/create-plant/PROTOCOL.md'])
    writeFileSync(join(folder, name), '');
  await delay(longerThanTheQuietTime);
  await passesAfter(() => writeFileSync(join(folder, 'cdk.json'), '{}'));
  expect(passed).toEqual([['cdk.json']]);
});
