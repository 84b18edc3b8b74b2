import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { keptAssembly, use } from '../../../tools/local/kept-assembly.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

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
function found({ folder }: ReturnType<typeof keptAssembly>): string | undefined {
  const file = join(folder, 'handler.js');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

it('finds an assembly as long as no file has changed, and again after the change is undone', () => {
  const { source, kept } = project();
  expect(found(kept())).toBeUndefined();
  expect(kept().keep(assembly('one'))).toBe(true);
  expect(found(kept())).toBe('one');
  writeFileSync(source, '2');
  expect(found(kept())).toBeUndefined();
  writeFileSync(source, '1');
  expect(found(kept())).toBe('one');
  vi.stubEnv('CDK_CONTEXT_JSON', '{"stage":"other"}');
  expect(found(kept())).toBeUndefined();
});

it.each(['', 'on', 'One'])('an assembly of which a file has become %j is gone', (damaged) => {
  const { kept } = project();
  expect(kept().isWhole()).toBe(false);
  kept().keep(assembly('one'));
  use(kept().folder);
  expect(kept().isWhole()).toBe(true);
  writeFileSync(join(kept().folder, 'handler.js'), damaged);
  expect(kept().isWhole()).toBe(false);
  expect(existsSync(kept().folder)).toBe(false);
});

const others = ['functions/create-plant/PROTOCOL.md', 'tools/local/README.md', 'test/new.ts'];

it.each([
  ...['functions/new.ts', 'infra/monitoring/new.ts', 'tools/local/new.ts', 'cdk.json'],
  ...['openapi.yaml', 'package.json', 'package-lock.json', 'node_modules/.package-lock.json'],
  ...['tsconfig.json', ...others],
])('%s is a source, unless it is a manual or a test', (name) => {
  const { folder, kept } = project();
  kept().keep(assembly('one'));
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), 'changed');
  expect(found(kept())).toBe(others.includes(name) ? 'one' : undefined);
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

it('removes an assembly that nobody has used for a day, and none that a process uses', () => {
  const { source, cache, kept } = project();
  const keep = (text: string) => {
    writeFileSync(source, text);
    kept().keep(assembly(text));
    return kept().folder;
  };
  const names = ['unused', 'killed', 'in use', 'used again'];
  const [, killed = '', inUse = '', usedAgain = ''] = names.map(keep);
  use(inUse);
  // No process has this id: it is above Linux's and macOS's highest, and Windows only uses multiples of 4.
  writeFileSync(join(killed, `${2 ** 22 + 1}.user`), '');
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  for (const name of readdirSync(cache)) utimesSync(join(cache, name), yesterday, yesterday);
  use(usedAgain)();
  const folders = [inUse, usedAgain, keep('newest')].map((folder) => basename(folder));
  expect(readdirSync(cache).toSorted()).toEqual(folders.toSorted());
});
