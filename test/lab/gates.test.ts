import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { filesOf } from '../system.ts';
import { groups, groupsOf } from './mutation/groups.ts';
import { steps } from './prove/steps.ts';

// A gate is only a gate if it can fail. CI reads nothing but the exit code of these commands.

function lab(command: string, words: string, fault = '', cwd = process.cwd()) {
  const main = join(import.meta.dirname, command, 'main.ts');
  const args = [...(fault && [`--import=${fault}`]), main, ...words.split(' ')];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd });
  return { status, output: stdout + stderr };
}

// test/README.md: "A lower score ends the command with 1, and so does a path without a file."
it.each([
  // No test of this group runs the file: none of its mutants is killed.
  ['mutation', 'sample functions/create-plant/answer.ts', 1, 'under breaking threshold 100'],
  ['mutation', 'sample functions/nothing.ts', 1, 'No mutant of functions/nothing.ts was tested.'],
  ['fuzz', '--requests 100k', 2, '--requests takes a whole number'],
  ['fuzz', '--seed abc', 2, '--seed takes a whole number'],
  ...readdirSync(import.meta.dirname)
    .filter((name) => existsSync(join(import.meta.dirname, name, 'main.ts')))
    .flatMap((name): [string, string, number, string][] => [
      [name, '--no', 2, "Unknown option '--no'."],
      [name, '--help', 0, '  --help '],
    ]),
  ['loop', 'nothing', 1, 'There is no commit nothing.'],
])('%s %s ends with %i', (command, words, code, reason) => {
  const { status, output } = lab(command, words);
  expect(output).toContain(reason);
  expect(status).toBe(code);
});

it('mutants of a change are those of its files, by their groups', () => {
  const files = ['docs/COST.md', 'functions/authorize/token.ts', 'tools/commands/start/banner.ts'];
  const without = ['functions/shared/x.generated.ts', 'tools/commands/terminal/run-command.ts'];
  expect(groupsOf([...files, ...without])).toEqual([
    ['functions', ['functions/authorize/token.ts']],
    ['commands', ['tools/commands/start/banner.ts']],
  ]);
  for (const [name, { mutate }] of Object.entries(groups)) {
    const patterns = mutate.filter((pattern) => !pattern.startsWith('!'));
    for (const pattern of patterns) expect(filesOf(pattern), name).not.toEqual([]);
  }
});

/** A module that replaces a text in one file of a command, which is a fault of the service. */
function faultIn(file: string, text: string, wrong: string): string {
  const values = [file, text, wrong].map((value) => JSON.stringify(value)).join();
  return `data:text/javascript,${encodeURIComponent(`import { registerHooks } from 'node:module';
const [file, text, wrong] = [${values}];
registerHooks({ load(url, context, next) {
  const loaded = next(url, context);
  if (!url.endsWith(file)) return loaded;
  const source = String(loaded.source);
  if (!source.includes(text)) throw new Error(file + ' does not contain ' + text);
  return { ...loaded, source: source.replace(text, () => wrong) };
} });`)}`;
}

it('stories fail if a service breaks a promise, and so does the printed story', () => {
  const store = '/functions/create-plant/plant-store.ts';
  const fault = faultIn(store, "' AND '", "' OR '");
  const all = lab('stories', '--stories 60 --no-mutants', fault);
  const [sentence, seed] = /The first bad story has the seed (\d+)\./.exec(all.output) ?? [];
  expect([all.status, sentence]).toEqual([1, expect.any(String)]);
  const one = lab('stories', `--story ${seed}`, fault);
  expect(one.output).toContain('BROKEN: ');
  expect([one.status, one.output.trim().split('\n').at(-1)]).toEqual([1, sentence]);
  expect(lab('stories', `--story ${seed}`).status).toBe(0);
});

it('fuzz fails if the gateway lets everybody in', () => {
  const [deny, allow] = ["return { kind: 'deny' }", "return { kind: 'allow', context }"];
  const fault = faultIn('/tools/local/gateway/authorization.ts', deny, allow);
  const { status, output } = lab('fuzz', '--requests 100', fault);
  expect(output).toContain('came without a token');
  expect(status).toBe(1);
});

// test/README.md: "A file fails if it leaves anything else behind: a listener, another working directory, a
// replaced global."
// test/README.md: "gives each file its own modules of this project, variables and mocks."
it('a test file fails if the next file would see what it leaves', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'plant-store-files-'));
  // Either of the first two can run first.
  const clean = `expect([process.env.LEFT, vi.isMockFunction(console.info)]).toEqual([undefined, false]);
    process.env.LEFT = 'here';
    vi.spyOn(console, 'info')`;
  const files = {
    one: [clean, 'passed'],
    other: [clean, 'passed'],
    listener: ["process.on('SIGUSR2', () => {})", 'failed'],
    folder: ["process.chdir('test')", 'failed'],
    global: ['globalThis.setTimeout = () => {}', 'failed'],
  };
  const config = join(folder.path, 'vitest.config.mjs');
  const results = join(folder.path, 'results.json');
  for (const [name, [line]] of Object.entries(files)) {
    writeFileSync(join(folder.path, `${name}.test.mjs`), `it('runs', () => { ${line}; });`);
  }
  writeFileSync(
    config,
    `import root from ${JSON.stringify(pathToFileURL(resolve('vitest.config.ts')))};
    const include = [${JSON.stringify(`${folder.path.replaceAll(sep, '/')}/*.test.mjs`)}];
    const alone = { globalSetup: [], globals: true, fileParallelism: false };
    export default { test: { ...root.test, ...alone, include } };`,
  );
  const words = ['run', '--root', '.', '--config', config, '--reporter', 'json'];
  const args = ['node_modules/vitest/vitest.mjs', ...words, '--outputFile', results];
  expect(spawnSync(process.execPath, args).status).toBe(1);
  const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
  const outcomes = testResults.map(({ name = '', status = '' }) => [
    basename(name, '.test.mjs'),
    status,
  ]);
  expect(Object.fromEntries(outcomes)).toEqual(
    Object.fromEntries(Object.entries(files).map(([name, [, status]]) => [name, status])),
  );
});

it('prove fails if one step fails, whichever it is, and check ends there', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'plant-store-prove-'));
  const short = steps.flatMap(({ title, short: [file = ''] = [] }) =>
    file ? { title, file } : [],
  );
  const write = (file: string, code: number) => {
    mkdirSync(dirname(join(folder.path, file)), { recursive: true });
    writeFileSync(join(folder.path, file), `process.exitCode = ${code};`);
  };
  for (const { file } of short) write(file, 0);
  const prove = () => lab('prove', '--short', '', folder.path);
  expect(prove()).toMatchObject({ status: 0 });
  for (const { title, file } of short) {
    write(file, 1);
    const { status, output } = prove();
    expect([status, output]).toEqual([1, expect.stringContaining(`Failed: ${title}.`)]);
    write(file, 0);
  }
  const { check } = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
  expect(check.split(' && ')).toContain('node test/lab/prove/main.ts --short');
  expect(check).not.toMatch(/[;|]/);
});
