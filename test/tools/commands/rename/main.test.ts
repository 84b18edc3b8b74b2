import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../../../command.ts';
import { onWindows } from '../../../system.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

// In a small project. test/lab/fork renames a copy of the whole one.

const biome = 'node_modules/@biomejs/biome/bin/biome';
/** A script that writes how it was called, into a folder that is not renamed. */
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
  const rename = (...words: string[]) => run(main, words, { cwd: folder }).ended;
  return { folder, rename, read: (name: string) => readFileSync(join(folder, name), 'utf8') };
}

it('files, their folders and their texts get the new name, and are generated and formatted', async () => {
  const { folder, read, rename } = projectOf({
    'trees/tree/tree.ts': "export const tree = 'a tree';",
    'openapi.html': 'tree',
    'node_modules/tree.ts': 'tree',
  });
  expect(await rename('tree', 'oak')).toEqual({
    code: 0,
    stdout: '1 files have changed.\n',
    stderr: '',
  });
  expect(read('oaks/oak/oak.ts')).toBe("export const oak = 'an oak';");
  expect(existsSync(join(folder, 'trees'))).toBe(false);
  expect([read('openapi.html'), read('node_modules/tree.ts')]).toEqual(['tree', 'tree']);
  const ran = 'generate \nbiome check --write .\n';
  expect(read('.git/log')).toBe(ran);
  expect(await rename('tree', 'oak')).toEqual({
    code: 0,
    stdout: '0 files have changed.\n',
    stderr: '',
  });
  expect(read('.git/log')).toBe(ran);
});

it('the data folder of the old name stays ignored', async () => {
  const { read, rename } = projectOf({ '.gitignore': '.tree-store/\nnode_modules/\n' });
  expect((await rename('tree', 'oak')).stdout).toBe('1 files have changed.\n');
  expect(read('.gitignore')).toBe('.tree-store/\nnode_modules/\n.oak-store/\n');
});

// On Windows, only an administrator can make a link.
it.skipIf(onWindows)('a link is not followed, also one without a target', async () => {
  const { folder, rename } = projectOf({ 'a.txt': 'a tree' });
  const target = join(temporaryFolder(), 'tree.txt');
  writeFileSync(target, 'a tree');
  symlinkSync(target, join(folder, 'link.txt'));
  symlinkSync('nothing', join(folder, '.#lock'));
  expect((await rename('tree', 'oak')).stdout).toBe('1 files have changed.\n');
  expect(readFileSync(target, 'utf8')).toBe('a tree');
});

it('nothing changes if a new name exists, as a file or in code', async () => {
  const files = { 'tree.txt': 'a tree', 'oak.txt': '', 'a.ts': 'const tree = acorn, oaks = 1;' };
  const { read, rename } = projectOf(files);
  expect(await rename('tree', 'oak')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Nothing was changed, because these names exist: oak.txt.\n',
  });
  expect((await rename('acorn', 'oaks')).stderr).toContain('these names exist: oaks.\n');
  expect(Object.keys(files).map(read)).toEqual(Object.values(files));
});

it.each([[[]], [['tree']], [['tree', 'tree']], [['tree', 'Oak']], [['tree', 'oak', 'ash']]])(
  '%j are not two different words',
  async (words) => {
    expect(await projectOf({}).rename(...words)).toEqual({
      code: 2,
      stdout: '',
      stderr: 'It takes two different words of small letters. Try --help.\n',
    });
  },
);

it('a step that fails is named, after the change of the names', async () => {
  const { read, rename } = projectOf({ 'tree.txt': '', [biome]: 'process.exit(1);' });
  expect(await rename('tree', 'oak')).toEqual({
    code: 1,
    stdout: '',
    stderr: `The files have new names, but this failed: ${biome}.\n`,
  });
  expect(read('oak.txt')).toBe('');
});
