import { afterEach, expect, it, vi } from 'vitest';
import { readArguments } from '../../../shared/terminal/options.ts';
import { UsageError } from '../../../shared/usage-error.ts';

afterEach(() => void vi.unstubAllEnvs());

const commandLine = {
  command: 'npm run grow',
  help: 'Grows trees.',
  options: { water: { type: 'string', default: '1' }, 'dry-run': { type: 'boolean' } },
  takesOperands: true,
} as const;

it('reads options and operands, and prints the help instead', () => {
  expect(readArguments(['fern', '--dry-run'], commandLine)).toEqual({
    positionals: ['fern'],
    values: { water: '1', 'dry-run': true },
  });
  const print = vi.fn();
  for (const flag of ['--help', '-h']) {
    expect(readArguments([flag], commandLine, print)).toBeUndefined();
  }
  expect(print.mock.calls).toEqual([[commandLine.help], [commandLine.help]]);
});

it.each([
  [['--wa', '2'], /--wa\b.*--help\b/],
  [['--water'], /--water\b.*--help\b/],
  [['--water', ''], /--water\b.*--help\b/],
])('refuses %j with one sentence', (args, sentence) => {
  expect(() => readArguments(args, commandLine)).toThrow(
    expect.objectContaining({ constructor: UsageError, message: expect.stringMatching(sentence) }),
  );
});

it('says how to write an option that npm took for itself', () => {
  vi.stubEnv('npm_config_dry_run', 'true');
  expect(() => readArguments(['fern'], commandLine)).toThrow(
    /--dry-run .*\bnpm run grow -- --dry-run\b/,
  );
});
