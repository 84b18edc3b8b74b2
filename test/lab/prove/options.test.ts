import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { UsageError } from '../../../infra/problem.ts';
import { help, readOptions } from './options.ts';

it.each([
  [[], { short: false, help: false }],
  [['--short'], { short: true, help: false }],
  [['--help'], { short: false, help: true }],
])('reads %j', (args, options) => {
  expect(readOptions(args)).toEqual(options);
});

it.each([
  [['--shrot'], "Unknown option '--shrot'. Try --help."],
  [['all'], "Unexpected argument 'all'. Try --help."],
  [['--short=1'], "Option '--short' does not take an argument. Try --help."],
])('refuses %j in one sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(new UsageError(sentence));
});

it.each([
  ['--help', { status: 0, stdout: `${help}\n`, stderr: '' }],
  ['--shrot', { status: 2, stdout: '', stderr: "Unknown option '--shrot'. Try --help.\n" }],
])('answers %s without running anything', (option, answer) => {
  const run = spawnSync(process.execPath, ['test/lab/prove/main.ts', option], { encoding: 'utf8' });
  expect(run).toMatchObject(answer);
});
