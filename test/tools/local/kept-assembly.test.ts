import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { keptAssembly } from '../../../tools/local/kept-assembly.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** A project with one source, and a cache without assemblies. */
function project() {
  const folder = temporaryFolder();
  const cache = temporaryFolder();
  mkdirSync(join(folder, 'functions', 'authorize'), { recursive: true });
  const source = join(folder, 'functions', 'authorize', 'handler.ts');
  writeFileSync(source, '1');
  writeFileSync(join(folder, 'cdk.json'), '{}');
  return { folder, source, cache, kept: () => keptAssembly(folder, cache) };
}

function assembly(text: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'handler.js'), text);
  return folder;
}

/** The text of the kept handler, if there is one. */
function found({ isThere, folder }: ReturnType<typeof keptAssembly>): string | undefined {
  return isThere() ? readFileSync(join(folder, 'handler.js'), 'utf8') : undefined;
}

it('finds an assembly as long as no file has changed, and again after the change is undone', () => {
  const { folder, source, kept } = project();
  expect(found(kept())).toBeUndefined();
  expect(kept().keep(assembly('one'))).toBe(true);
  expect(found(kept())).toBe('one');
  for (const name of ['openapi.yaml', 'package-lock.json', join('functions', 'new.ts')]) {
    writeFileSync(join(folder, name), '');
    expect(found(kept())).toBeUndefined();
    rmSync(join(folder, name));
    expect(found(kept())).toBe('one');
  }
  writeFileSync(source, '2');
  expect(found(kept())).toBeUndefined();
});

it('keeps nothing if a file changed during the synthesis', () => {
  const { source, kept } = project();
  const begun = kept();
  writeFileSync(source, '2');
  expect(begun.keep(assembly('of both'))).toBe(false);
  expect([found(begun), found(kept())]).toEqual([undefined, undefined]);
});

it('keeps the first of two that are synthesized at the same time, and leaves the other one', () => {
  const { kept } = project();
  const second = assembly('second');
  expect([kept().keep(assembly('first')), kept().keep(second)]).toEqual([true, false]);
  expect(found(kept())).toBe('first');
  expect(existsSync(second)).toBe(true);
});

it('removes an assembly that nobody has used for a day, and no other one', () => {
  const { source, cache, kept } = project();
  const keep = (text: string) => {
    writeFileSync(source, text);
    kept().keep(assembly(text));
    return kept().folder;
  };
  const [unused, usedAgain, recent] = [keep('unused'), keep('used again'), keep('recent')];
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  for (const folder of [unused, usedAgain]) utimesSync(folder, yesterday, yesterday);
  writeFileSync(source, 'used again');
  expect(kept().isThere()).toBe(true);
  const folders = [usedAgain, recent, keep('newest')].map((folder) => basename(folder));
  expect(readdirSync(cache).toSorted()).toEqual(folders.toSorted());
});
