import { isUtf8 } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { projectFolder } from '../../../infra/build/project-folder.ts';
import { UsageError } from '../../usage-error.ts';
import { defaultDataFolder, readArguments } from '../terminal/options.ts';
import { runCommand } from '../terminal/run-command.ts';
import { current, type Noun, readNoun } from './noun.ts';
import { type Files, inWords, renamedFiles } from './renamed.ts';

const commandLine = {
  command: 'npm run rename',
  help: `Gives the service another noun in the place of ${current.one}: in files, texts, names and tokens.

  npm run rename -- NOUN [PLURAL]

  NOUN    what the service stores, for example book
  PLURAL  if it is not the usual one, for example mouse mice

It needs a clone without changes. At its end, it also removes itself.`,
  options: {},
  takesOperands: true,
} as const;

await runCommand((args) => {
  const given = readArguments(args, commandLine);
  if (given === undefined) return;
  const noun = readNoun(given.positionals);
  process.chdir(projectFolder);
  if (git('status', '--porcelain') !== '') {
    throw new UsageError('Git has changes that are not committed. Commit or stash them first.');
  }
  const files = readFiles();
  const renamed = renamedFiles(files, noun);
  const hasData = existsSync(defaultDataFolder);
  if (hasData) ignoreHere(defaultDataFolder);
  try {
    write(files, renamed, noun);
    // Longer and shorter names change where lines break, and the order of imports.
    run(
      process.execPath,
      'node_modules/@biomejs/biome/bin/biome',
      'check',
      '--write',
      '--linter-enabled=false',
      '.',
    );
    git('add', '--all');
  } catch (error) {
    git('add', '--all');
    git('reset', '--quiet', '--hard');
    throw error;
  }
  console.log(`The service stores ${noun.many} now. Next: npm run check, and git commit.`);
  console.log('Then give it your own fields: "Your own contract" in .github/CONTRIBUTING.md.');
  if (hasData) console.log(`${defaultDataFolder} has the data of before. Nothing uses it now.`);
});

/** The texts that Git has, except those that nobody may change. */
function readFiles(): Files {
  const paths = git('ls-files', '-z').split('\0').filter(Boolean);
  const texts = paths
    .filter((path) => path !== 'LICENSE')
    .map((path) => [path, readFileSync(path)] as const)
    .filter(([, bytes]) => isUtf8(bytes));
  return new Map(texts.map(([path, bytes]) => [path, bytes.toString()]));
}

function write(files: Files, renamed: Files, noun: Noun): void {
  for (const [path, text] of files) {
    const target = inWords(path, noun);
    const changed = renamed.get(target);
    if (changed === undefined) rmSync(path);
    else if (target !== path) {
      mkdirSync(dirname(target), { recursive: true });
      // It also keeps the mode.
      renameSync(path, target);
    }
    if (changed !== undefined && changed !== text) writeFileSync(target, changed);
    removeEmptyFolder(dirname(path));
  }
}

function removeEmptyFolder(folder: string): void {
  if (readdirSync(folder).length > 0) return;
  rmdirSync(folder);
  removeEmptyFolder(dirname(folder));
}

/** Only for this clone, because .gitignore names the new folder. */
function ignoreHere(folder: string): void {
  const file = git('rev-parse', '--git-path', 'info/exclude').trim();
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${folder}/\n`);
}

function git(...args: readonly string[]): string {
  return run('git', ...args);
}

/** What a program prints. */
function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status === 0) return stdout;
  const [reason = ''] = (error?.message ?? stderr).trim().split('\n', 1);
  throw new UsageError(`${[program, ...args].join(' ')} failed (${reason.replace(/\.$/, '')}).`);
}
