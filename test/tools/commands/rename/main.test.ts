import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../temporary-folder.ts';

// In a small project. test/lab/fork renames a copy of the whole one.

const biome = 'node_modules/@biomejs/biome/bin/biome';
/** A script that writes how it was called. */
function writes(name: string): string {
  const call = `'${name} ' + process.argv.slice(2).join(' ') + '\\n'`;
  return `require('node:fs').appendFileSync('.git/log', ${call});`;
}

function projectOf(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  const all = {
    '.gitignore': 'node_modules/\nopenapi.html\n',
    '.git/log': '',
    'tools/commands/generate.ts': writes('generate'),
    [biome]: writes('biome'),
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const main = resolve('tools/commands/rename/main.ts');
  const rename = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, printed: stdout + stderr };
  };
  return { folder, rename, read: (name: string) => readFileSync(join(folder, name), 'utf8') };
}

it('files, their folders and their texts get the new name, and are generated and formatted', () => {
  const { folder, read, rename } = projectOf({
    'trees/tree/tree.ts': "export const tree = 'a tree';",
    'openapi.html': 'tree',
    'node_modules/tree.ts': 'tree',
  });
  expect(rename('tree', 'oak')).toEqual({ status: 0, printed: '1 files have changed.\n' });
  expect(read('oaks/oak/oak.ts')).toBe("export const oak = 'an oak';");
  expect(existsSync(join(folder, 'trees'))).toBe(false);
  expect([read('openapi.html'), read('node_modules/tree.ts')]).toEqual(['tree', 'tree']);
  const ran = 'generate \nbiome check --write .\n';
  expect(read('.git/log')).toBe(ran);
  expect(rename('tree', 'oak')).toEqual({ status: 0, printed: '0 files have changed.\n' });
  expect(read('.git/log')).toBe(ran);
});

it('nothing changes if a new name exists, as a file or in code', () => {
  const files = { 'tree.txt': 'a tree', 'oak.txt': '', 'a.ts': 'const tree = acorn, oaks = 1;' };
  const { read, rename } = projectOf(files);
  expect(rename('tree', 'oak')).toEqual({
    status: 1,
    printed: 'Nothing was changed, because these names exist: oak.txt.\n',
  });
  expect(rename('acorn', 'oaks').printed).toContain('these names exist: oaks.\n');
  expect(Object.keys(files).map(read)).toEqual(Object.values(files));
});

it.each([[[]], [['tree']], [['tree', 'tree']], [['tree', 'Oak']], [['tree', 'oak', 'ash']]])(
  '%j are not two different words',
  (words) => {
    expect(projectOf({}).rename(...words)).toEqual({
      status: 2,
      printed: 'It takes two different words of small letters. Try --help.\n',
    });
  },
);

it('a step that fails is named, after the change of the names', () => {
  const { read, rename } = projectOf({ 'tree.txt': '', [biome]: 'process.exit(1);' });
  expect(rename('tree', 'oak')).toEqual({
    status: 1,
    printed: `The files have new names, but this failed: ${biome}.\n`,
  });
  expect(read('oak.txt')).toBe('');
});
