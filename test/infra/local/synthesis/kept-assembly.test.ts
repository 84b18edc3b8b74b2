import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keptAssembly } from '../../../../infra/local/synthesis/kept-assembly.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

function project() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'functions', 'authorize'), { recursive: true });
  const source = join(folder, 'functions', 'authorize', 'handler.ts');
  writeFileSync(source, '1');
  writeFileSync(join(folder, 'cdk.json'), '{}');
  const cache = join(folder, 'cache');
  return { folder, source, cache, kept: () => keptAssembly(folder, cache) };
}

function assembly(text: string): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'asset'));
  writeFileSync(join(folder, 'asset', 'handler.js'), text);
  return folder;
}

/** The text of the kept handler, if there is one. */
function copied(kept: ReturnType<typeof keptAssembly>): string | undefined {
  const folder = join(temporaryFolder(), 'copy');
  return kept.copyTo(folder)
    ? readFileSync(join(folder, 'asset', 'handler.js'), 'utf8')
    : undefined;
}

it('copies the last synthesis until a file changes, and after the change is undone only if it is kept', () => {
  const { folder, source, cache, kept } = project();
  expect(copied(kept())).toBeUndefined();
  kept().keep(assembly('one'));
  expect(copied(kept())).toBe('one');
  writeFileSync(source, '2');
  expect(copied(kept())).toBeUndefined();
  kept().keep(assembly('two'));
  expect(copied(kept())).toBe('two');
  expect(readdirSync(cache)).toHaveLength(1);
  for (const name of ['openapi.yaml', 'package-lock.json', join('functions', 'new.ts')]) {
    writeFileSync(join(folder, name), '');
    expect(copied(kept())).toBeUndefined();
    rmSync(join(folder, name));
    expect(copied(kept())).toBe('two');
  }
});

it('keeps nothing if a file changed during the synthesis', () => {
  const { source, kept } = project();
  const begun = kept();
  writeFileSync(source, '2');
  begun.keep(assembly('of both'));
  expect([copied(begun), copied(kept())]).toEqual([undefined, undefined]);
});

it('can be used by several processes at the same time', () => {
  const { cache, kept } = project();
  const [first, second] = [kept(), kept()];
  first.keep(assembly('same'));
  second.keep(assembly('same'));
  expect(copied(first)).toBe('same');
  // The first is removed while somebody else copies it: the copy is not used.
  rmSync(join(cache, readdirSync(cache)[0] ?? ''), { recursive: true });
  expect(copied(second)).toBeUndefined();
});

it('does nothing if no folder can be written', () => {
  const { folder } = project();
  const kept = keptAssembly(folder, join(folder, 'cdk.json', 'cache'));
  kept.keep(assembly('lost'));
  expect(copied(kept)).toBeUndefined();
});
