import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, posix } from 'node:path';
import { Problem, UsageError } from '../../../infra/base.ts';
import { readArguments } from '../terminal/options.ts';
import { runCommand } from '../terminal/run-command.ts';
import { naming, takenIdentifiers } from './naming.ts';

const commandLine = {
  command: 'npm run rename',
  about: 'Gives the stored thing another name: in files, code, texts, events and tokens.',
  usage: ['FROM TO'],
  operands: { FROM: 'its name now, such as plant', TO: 'its new name, such as order' },
  options: {},
  notes: 'Both are one word in the singular. Nothing changes if a new name is already used.',
};

await runCommand((args) => {
  const given = readArguments(args, commandLine);
  if (given === undefined) return;
  const [from = '', to = '', ...others] = given.positionals;
  if (![from, to].every((word) => /^[a-z]{2,30}$/.test(word)) || from === to || others.length > 0) {
    throw new UsageError('It takes two different words of small letters. Try --help.');
  }
  // The data folder keeps its old name, and no commit should have it.
  const newTextOf = (path: string, text: string) =>
    path === '.gitignore' ? withLinesOf(text, named(text)) : named(text);
  const texts = new Map(filesIn('.').map((path) => [path, readFileSync(path, 'utf8')]));
  const named = naming(from, to, [...texts.values()]);
  const changes = [...texts]
    .map(([path, text]) => ({ path, text, newPath: named(path), newText: newTextOf(path, text) }))
    .filter(({ path, text, newPath, newText }) => path !== newPath || text !== newText);
  const moved = changes.filter(({ path, newPath }) => path !== newPath);
  const taken = [
    ...moved.map(({ newPath }) => newPath).filter((path) => texts.has(path)),
    ...takenIdentifiers([...texts], named),
  ];
  if (taken.length > 0) {
    throw new Problem(`Nothing was changed, because these names exist: ${taken.join(', ')}.`);
  }
  for (const { path, newPath, newText } of changes) move(path, newPath, newText);
  // Other names change the order of imports and the ends of lines.
  if (changes.length > 0) run('tools/commands/generate.ts');
  if (changes.length > 0) run('node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.');
  console.log(`${changes.length} files have changed.`);
});

/** The project's own files of text. Each line of .gitignore names a file or a folder that is not one. */
function filesIn(folder: string): string[] {
  const ignored = ['.git', ...readFileSync('.gitignore', 'utf8').split(/\/?\n/)];
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !ignored.includes(name))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path);
      // Not a link: an editor's lock has no target.
      return entry.isFile() ? [path] : [];
    });
}

function withLinesOf(text: string, other: string): string {
  const lines = text.split('\n');
  const missing = other.split('\n').filter((line) => !lines.includes(line));
  return text + missing.map((line) => `${line}\n`).join('');
}

function move(path: string, newPath: string, text: string): void {
  writeFileSync(path, text);
  mkdirSync(dirname(newPath), { recursive: true });
  renameSync(path, newPath);
  for (let folder = dirname(path); readdirSync(folder).length === 0; folder = dirname(folder))
    rmdirSync(folder);
}

function run(...args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Problem(`The files have new names, but this failed: ${args[0]}.`);
}
