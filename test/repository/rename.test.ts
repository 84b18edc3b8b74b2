import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withChecksum } from '../../functions/authorize/token.ts';
import { currentNoun, readNoun } from '../../tools/commands/rename/noun.ts';
import { renamedFiles, withNoun } from '../../tools/commands/rename/renamed.ts';
import { digestOfPromises } from '../../tools/contract/promises.ts';
import { defaultDataFolder } from '../../tools/shared/terminal/options.ts';
import { UsageError } from '../../tools/shared/usage-error.ts';
import { compileCache } from '../../tools/test/setup/compile-cache.ts';
import { copyParts } from '../../tools/test/setup/project-copy.ts';
import { slow } from '../../tools/test/setup/slow.ts';
import { temporaryFolder } from '../../tools/test/setup/temporary-folder.ts';

// CI checks a renamed copy as a whole, with README's request: the jobs rename and rename-on-windows of check.yml.

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
}

/** The texts that a commit of everything here would have. */
function textsOfProject(): Map<string, string> {
  const names = git('.', 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split(
    '\0',
  );
  const files = names.filter((name) => name !== '' && name !== 'LICENSE' && existsSync(name));
  return new Map(files.map((name) => [name, readFileSync(name, 'utf8')]));
}

const texts = textsOfProject();

describe('the files of a copy that was renamed to ox', () => {
  const noun = { one: 'ox', many: 'oxen' };
  const renamed = renamedFiles(texts, noun);

  it('have the old noun nowhere', () => {
    const old = new RegExp(currentNoun.one, 'i');
    const places = [...renamed].filter(([path, text]) => old.test(path) || old.test(text));
    expect(places.map(([path]) => path)).toEqual([]);
    expect(renamed.get('openapi.yaml')).toMatch(/\ban ox\b/);
  });

  it('have valid tokens, except the malformed one', () => {
    const tokens = new Set(
      [...renamed.values()].join('\n').match(new RegExp(`${noun.one}_This\\w{45}`, 'g')),
    );
    expect(tokens.size).toBeGreaterThan(3);
    const wrong = [...tokens].filter((token) => withChecksum(token.slice(0, -6)) !== token);
    expect(renamed.get('events/authorize/malformed.json')).toContain(wrong.join());
  });

  it('name the last four characters of their token', () => {
    const named = [...renamed.values()].flatMap((text) => {
      const [, lastFour] = /"lastFour": "(\w+)"/.exec(text) ?? [];
      return lastFour === undefined ? [] : [{ text, lastFour }];
    });
    expect(named.length).toBeGreaterThan(0);
    const wrong = named.filter(
      ({ text, lastFour }) => !RegExp(`Bearer \\w+${lastFour}"`).test(text),
    );
    expect(wrong).toEqual([]);
  });

  it('name the digest of each released contract', () => {
    const contracts = [...renamed].filter(([path]) => path.startsWith('docs/contracts/'));
    expect(contracts.length).toBeGreaterThan(0);
    const named = renamed.get('test/repository/released-contract.test.ts');
    for (const [, text] of contracts) expect(named).toContain(digestOfPromises(text));
  });

  it('have nothing of the command any more', () => {
    const command = /run rename|commands\/rename\/|#make-it-yours/;
    expect([...renamed].flatMap(([path, text]) => (command.test(text) ? path : []))).toEqual([]);
    const { scripts } = JSON.parse(renamed.get('package.json') ?? '');
    const { jobs } = parse(renamed.get('.github/workflows/check.yml') ?? '');
    const names = Object.keys({ ...scripts, ...jobs });
    expect(names.filter((name) => name.includes('rename'))).toEqual([]);
  });
});

/** A clone with as much of the project as the command needs. */
function clone() {
  const folder = temporaryFolder();
  const settings = ['package.json', 'biome.jsonc', '.gitignore', 'tools/lint'];
  const code = ['commands/rename', 'shared', 'contract'];
  const ofTools = code.map((name) => `tools/${name}`);
  copyParts(['.ci', 'functions', 'infra/project', ...settings, ...ofTools], folder);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  git(folder, 'init', '--quiet');
  // .gitignore names a folder, and this is a link.
  appendFileSync(join(folder, '.git/info/exclude'), 'node_modules\n');
  git(folder, 'add', '--all');
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  git(folder, ...author, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '--message', 'all');
  return folder;
}

function rename(folder: string, ...words: readonly string[]) {
  const main = join(folder, 'tools/commands/rename/main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
    env: { PATH: process.env['PATH'], ...compileCache },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

it('changes nothing if Git has changes, and keeps the old data folder out of Git', slow, () => {
  const folder = clone();
  const file = join(folder, 'notes.txt');
  git(folder, 'config', 'status.showUntrackedFiles', 'no');
  writeFileSync(file, 'mine');
  const stderr = expect.stringMatching(/^[^\n]+\.\n$/);
  expect(rename(folder, 'ox', 'oxen')).toEqual({ status: 2, stdout: '', stderr });
  expect(git(folder, 'status', '--porcelain', '--untracked-files=all')).toBe('?? notes.txt\n');
  rmSync(file);

  const data = `${defaultDataFolder}/tables.sqlite`;
  mkdirSync(join(folder, defaultDataFolder));
  writeFileSync(join(folder, data), '');
  expect(rename(folder, 'ox', 'oxen')).toMatchObject({ status: 0, stderr: '' });
  const names = git(folder, 'ls-files', '--cached', '--others', '--exclude-standard').split('\n');
  expect(names).toContain('functions/create-ox/create-ox.ts');
  expect(names.filter((name) => name.startsWith(defaultDataFolder))).toEqual([]);
  expect(existsSync(join(folder, data))).toBe(true);
  expect(git(folder, 'diff')).toBe('');
  // The scripts of .ci can still be run.
  expect(git(folder, 'diff', '--cached', '--summary')).not.toContain('mode change');
});

it.each([
  [],
  [''],
  [currentNoun.one],
  [currentNoun.many],
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
  // A function and a table that the service has.
  ['probe'],
  ['token'],
])('refuses %j and %j, which cannot be names', (...words) => {
  expect(() => readNoun(words)).toThrow(UsageError);
});

// In the code, in the scripts, and among the files.
it.each([
  ['item', /(?:functions|infra)\/[\w/-]+\.ts/],
  ['star start', /package\.json/],
  ['client', /docs\/CLIENTS\.md/],
])('refuses %j, and names what else has it: %s', (words, place) => {
  const noun = readNoun(words.split(' '));
  expect(() => renamedFiles(texts, noun)).toThrow(UsageError);
  expect(() => renamedFiles(texts, noun)).toThrow(place);
});

it('refuses two files whose names differ only in capitals', () => {
  const files = new Map([`${currentNoun.one}.md`, 'FERN.md'].map((path) => [path, '']));
  expect(() => renamedFiles(files, { one: 'fern', many: 'ferns' })).toThrow('FERN.md');
});

it.each([
  ['tree', 'trees'],
  ['toy', 'toys'],
  ['berry', 'berries'],
  ['box', 'boxes'],
  ['dish', 'dishes'],
  ['bench', 'benches'],
  ['bus', 'buses'],
])('the plural of %s is %s', (one, many) => {
  expect(readNoun([one])).toEqual({ one, many });
});

it('takes each form of the noun, and no other word that contains it', () => {
  const { one, many } = currentNoun;
  const [capital, capitals] = [one, many].map((word) => word.toUpperCase());
  const text = `im${one}, ${one}ation: ${one}'s ${many} ${one}Of ${many}-restored \\b${one}_ ${capital} ${capitals}_NAME`;
  expect(withNoun(text, { one: 'mouse', many: 'mice' })).toBe(
    `im${one}, ${one}ation: mouse's mice mouseOf mice-restored \\bmouse_ MOUSE MICE_NAME`,
  );
});

it.each([
  ['apple', 'an'],
  ['user', 'a'],
  ['hour', 'an'],
  ['unit', 'a'],
])('writes the article of %s', (noun, article) => {
  const { one } = currentNoun;
  const text = `A \`${one}\`, also of a\n * ${one}: [a big ${one}](#who-wrote-a-${one})`;
  const large = article.replace('a', 'A');
  expect(withNoun(text, { one: noun, many: `${noun}s` })).toBe(
    `${large} \`${noun}\`, also of ${article}\n * ${noun}: [a big ${noun}](#who-wrote-${article}-${noun})`,
  );
});
