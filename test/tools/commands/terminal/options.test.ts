import { join, resolve } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { UsageError } from '../../../../infra/base.ts';
import {
  readArguments,
  readPath,
  wholeNumber,
} from '../../../../tools/commands/terminal/options.ts';

afterEach(() => void vi.unstubAllEnvs());

const commandLine = {
  command: 'npm run grow',
  about: 'Grows plants.',
  usage: ['TREE [options]', '--all'],
  operands: { TREE: 'which one' },
  options: {
    water: { takes: 'CUPS', default: '1', help: 'how much' },
    tag: { takes: 'NAME', help: 'a label' },
    'dry-run': { help: 'grows nothing' },
  },
  notes: 'It takes weeks.',
} as const;

it('reads the options of a table', () => {
  expect(readArguments(['fern', '--tag=a', '--dry-run'], commandLine)).toEqual({
    positionals: ['fern'],
    values: { water: '1', tag: 'a', 'dry-run': true },
  });
});

it('prints the help of a table', () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  expect(readArguments(['--help'], commandLine)).toBeUndefined();
  expect(readPath(['-h'], { ...commandLine, usage: [''] })).toBeUndefined();
  expect(log.mock.calls).toEqual([
    [
      `Grows plants.

  npm run grow -- TREE [options]
  npm run grow -- --all

  TREE          which one
  --water CUPS  how much (default 1)
  --tag NAME    a label
  --dry-run     grows nothing
  --help        this text

It takes weeks.`,
    ],
    [expect.stringContaining('\n\n  npm run grow\n\n')],
  ]);
});

it.each([
  [['--wa', '2'], "Unknown option '--wa'. Try --help."],
  [['--tag', ''], '--tag is empty.'],
  [['--tag', '-1d'], "Option '--tag' needs a value that begins without a dash. Try --help."],
])('refuses %j with one sentence', (args, sentence) => {
  expect(() => readArguments(args, commandLine)).toThrow(new UsageError(sentence));
});

it('takes only whole numbers within their bounds', () => {
  expect(wholeNumber('--n', '7', { most: 7 })).toBe(7);
  expect(wholeNumber('--n', '0', { least: 0, most: 7 })).toBe(0);
  for (const text of ['0', '8', '1.5', '1e0', '-1', ' 1', '', '0x1']) {
    expect(() => wholeNumber('--n', text, { most: 7 })).toThrow(
      `--n takes a whole number from 1 to 7, not ${JSON.stringify(text)}.`,
    );
  }
});

it('takes the one path that a command needs, from the folder of its user', () => {
  const home = resolve('home');
  vi.stubEnv('INIT_CWD', home);
  expect(readPath(['a b'], commandLine)).toBe(join(home, 'a b'));
  expect(readPath([], commandLine, 'usual')).toBe(join(home, 'usual'));
  for (const args of [[], [''], ['a', 'b']]) {
    expect(() => readPath(args, commandLine)).toThrow('It takes one path. Try --help.');
  }
  const paths = {
    to: { takes: 'DIR', default: 'usual', help: '' },
    from: { takes: 'FILE', help: '' },
    name: { takes: 'NAME', help: '' },
  };
  const given = readArguments(['--to', 'a', '--from', '-', '--name', 'a'], {
    ...commandLine,
    options: paths,
  });
  expect(given?.values).toEqual({ to: join(home, 'a'), from: '-', name: 'a' });
  vi.stubEnv('INIT_CWD', undefined);
  expect(readPath(['a'], commandLine)).toBe(resolve('a'));
});

it.each([
  [['fern'], { water: '3' }, 'fern --water 3'],
  [['fern'], { dry_run: 'true' }, 'fern --dry-run'],
  // npm takes only the name of an option, and leaves its value.
  [['fern', '3'], { water: 'true' }, 'fern --water 3'],
  [['3', 'TREE'], { water: 'true', dry_run: 'true' }, 'TREE --water 3 --dry-run'],
  [['fern', 'a b'], { tag: 'true' }, 'fern --tag "a b"'],
  [['fern', '3', 'a'], { tag: 'true', water: 'true' }, 'fern --water CUPS --tag NAME'],
  [[], { water: 'true' }, '--water CUPS'],
])('prints how %j is meant if npm took %j for itself', (args, taken, example) => {
  for (const [name, value] of Object.entries(taken)) vi.stubEnv(`npm_config_${name}`, value);
  const [option = ''] = /--[\w-]+/.exec(example) ?? [];
  expect(() => readArguments(args, commandLine)).toThrow(
    new UsageError(`npm took ${option} for itself. Write -- before it: npm run grow -- ${example}`),
  );
  expect(readArguments(example.split(' '), commandLine)).toBeDefined();
  const withSign = example.replace('--water ', '--water=');
  expect(readArguments(withSign.split(' '), commandLine)).toBeDefined();
});
