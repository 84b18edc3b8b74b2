import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { current, readNoun } from '../../tools/commands/rename/noun.ts';
import { inWords, renamedFiles } from '../../tools/commands/rename/renamed.ts';
import { defaultDataFolder } from '../../tools/commands/terminal/options.ts';
import { compileCache } from '../../tools/test/setup/compile-cache.ts';
import { slow } from '../../tools/test/setup/slow.ts';
import { temporaryFolder } from '../../tools/test/setup/temporary-folder.ts';
import { UsageError } from '../../tools/usage-error.ts';

// CI checks a renamed copy as a whole, with README's request: the jobs rename and rename-on-windows of check.yml.

type Git = (...args: readonly string[]) => string;

function runGit(cwd: string, args: readonly string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8' });
}

/** What a commit of everything here would have. */
function filesOfProject(): readonly string[] {
  const names = runGit('.', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  return [...new Set(names.split('\0'))].filter((name) => name !== '' && existsSync(name));
}

/** A clone of what is here now, with its packages. */
function clone() {
  const folder = temporaryFolder();
  for (const name of filesOfProject()) cpSync(name, join(folder, name));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  const git: Git = (...args) => runGit(folder, args);
  git('init', '--quiet');
  // .gitignore names a folder, and this is a link.
  appendFileSync(join(folder, '.git/info/exclude'), 'node_modules\n');
  git('add', '--all');
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  git(...author, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '--message', 'all');
  const main = join(folder, 'tools/commands/rename/main.ts');
  const rename = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
      env: { PATH: process.env['PATH'], ...compileCache },
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { folder, git, rename, read };
}

let copy: ReturnType<typeof clone>;
beforeAll(() => {
  copy = clone();
}, slow.timeout);

it('changes nothing under a name that something else has, or in a clone with changes', slow, () => {
  const { folder, git, rename } = copy;
  const refusal = { status: 2, stdout: '', stderr: expect.stringMatching(/^[^\n]+\.\n$/) };
  expect(rename('item')).toEqual(refusal);
  expect(git('status', '--porcelain')).toBe('');
  const file = join(folder, 'notes.txt');
  writeFileSync(file, 'mine');
  expect(rename('book')).toEqual(refusal);
  expect(git('status', '--porcelain')).toBe('?? notes.txt\n');
  rmSync(file);
});

describe('a copy that was renamed to ox', () => {
  const [noun, plural, article] = ['ox', 'oxen', 'an ox'];
  const data = `${defaultDataFolder}/tables.sqlite`;
  beforeAll(() => {
    mkdirSync(join(copy.folder, defaultDataFolder));
    writeFileSync(join(copy.folder, data), '');
    const { status, stderr } = copy.rename(noun, plural);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  }, slow.timeout);

  it('has the old noun only in its license', () => {
    const { one } = current;
    expect(copy.git('grep', '-liI', '--cached', one)).toBe('LICENSE\n');
    expect(copy.git('ls-files').match(RegExp(`.*${one}.*`, 'gi'))).toBeNull();
    expect(copy.read('openapi.yaml')).toMatch(RegExp(`\\b${article}\\b`));
  });

  it('gives the old data folder to no commit, and keeps it', () => {
    const names = copy.git('ls-files', '--cached', '--others', '--exclude-standard');
    expect(names.split('\n').filter((name) => name.startsWith(defaultDataFolder))).toEqual([]);
    expect(existsSync(join(copy.folder, data))).toBe(true);
  });

  it('has valid tokens, except the malformed one', async () => {
    const { isToken } = await import(join(copy.folder, 'functions/authorize/token.ts'));
    const found = copy.git('grep', '-hoE', `${noun}_This\\w{45}`).trim().split('\n');
    expect(new Set(found).size).toBeGreaterThan(3);
    const wrong = new Set(found.filter((token) => !isToken(token)));
    expect(copy.read('events/authorize/malformed.json')).toContain([...wrong].join());
  });

  it('has nothing of the command any more', () => {
    const rest = spawnSync('git', ['grep', '-nE', 'run rename|commands/rename|#make-it-yours'], {
      cwd: copy.folder,
      encoding: 'utf8',
    });
    expect(rest.stdout).toBe('');
    expect(JSON.parse(copy.read('package.json')).scripts).not.toHaveProperty('rename');
    expect(Object.keys(parse(copy.read('.github/workflows/check.yml')).jobs)).not.toContainEqual(
      expect.stringContaining('rename'),
    );
  });
});

it.each([
  [],
  [''],
  [current.one],
  [current.many],
  ['1x'],
  ['two words'],
  ['two', 'words'],
  ['../x'],
  ['caf\u00e9'],
  ['Book'],
  ['x'.repeat(21)],
  ['sheep', 'sheep'],
  // A word and a global of JavaScript.
  ['class'],
  ['map'],
])('refuses %j and %j, which cannot be names', (...words) => {
  expect(() => readNoun(words)).toThrow(UsageError);
});

// In the code, in the scripts, and among the files of its folder.
it.each([['item'], ['star', 'start'], ['handler']])(
  'refuses %j, which something else has',
  (...words) => {
    const names = filesOfProject().filter((name) => name !== 'LICENSE');
    const files = new Map(names.map((name) => [name, readFileSync(name, 'utf8')]));
    const noun = readNoun(words);
    expect(() => renamedFiles(files, noun)).toThrow(UsageError);
  },
);

it('takes each form of the noun, and no other word that contains it', () => {
  const { one, many } = current;
  const [capital, capitals] = [one, many].map((word) => word.toUpperCase());
  const text = `im${one}, ${one}ation: ${one}'s ${many} ${one}Of ${many}-restored \\b${one}_ ${capital} ${capitals}_NAME`;
  expect(inWords(text, { one: 'mouse', many: 'mice' })).toBe(
    `im${one}, ${one}ation: mouse's mice mouseOf mice-restored \\bmouse_ MOUSE MICE_NAME`,
  );
});

it.each([
  ['apple', 'an'],
  ['user', 'a'],
  ['hour', 'an'],
  ['unit', 'a'],
])('writes the article of %s', (noun, article) => {
  const { one } = current;
  const text = `A \`${one}\`, also of a\n * ${one}: [a big ${one}](#who-wrote-a-${one})`;
  const large = article.replace('a', 'A');
  expect(inWords(text, { one: noun, many: `${noun}s` })).toBe(
    `${large} \`${noun}\`, also of ${article}\n * ${noun}: [a big ${noun}](#who-wrote-${article}-${noun})`,
  );
});
