import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { Problem } from '../../../infra/base.ts';
import { readArguments } from '../../../tools/commands/terminal/options.ts';
import { runCommand } from '../../../tools/commands/terminal/run-command.ts';

const commandLine = {
  command: 'node test/lab/fork/main.ts',
  about: 'Builds another service in a copy, by "Make it yours" in CONTRIBUTING.md, and tests it.',
  usage: ['[--files COUNT] [--lines COUNT] [--in DIR]'],
  options: {
    files: { takes: 'COUNT', default: '25', help: 'the most files by hand' },
    lines: { takes: 'COUNT', default: '300', help: 'the most lines in them' },
    in: { takes: 'DIR', help: 'an empty folder for the copy, which stays and is not tested' },
  },
  notes:
    'orders.yaml is its contract. orders.patch is what is written by hand; after a change in DIR: git diff -U1.',
} as const;

/** Without an int64, and with a limit for each text, nothing causes them. */
const events = ['largest-id.json', '1005-too-large.json'];

await runCommand((args) => {
  const given = readArguments(args, commandLine);
  if (given === undefined) return;
  const { files, lines, in: folder } = given.values;
  const copy = folder ?? mkdtempSync(join(tmpdir(), 'orders-'));
  try {
    build(copy);
    const byHand = changesIn(copy);
    const sum = byHand.reduce((total, [added]) => total + Number(added), 0);
    for (const [added, removed, path] of byHand) console.log(`${path}: +${added} -${removed}`);
    console.log(`By hand: ${byHand.length} files, ${sum} lines.`);
    if (byHand.length > Number(files) || sum > Number(lines)) {
      throw new Problem(`At most ${files} files and ${lines} lines may be written by hand.`);
    }
    if (folder === undefined) {
      for (const script of ['types', 'test']) npm(copy, script);
      const tests = ['lab/page', 'lab/development', 'lab/start-check'];
      npm(copy, 'test', '--', '--config', 'test/lab/vitest.config.ts', ...tests);
    }
  } finally {
    if (folder === undefined) rmSync(copy, { recursive: true });
  }
});

function build(copy: string): void {
  const fixture = (name: string) => join(import.meta.dirname, name);
  const tracked = execFileSync('git', ['ls-files', ':!test/lab/fork'], { encoding: 'utf8' });
  for (const path of tracked.trim().split('\n')) cpSync(path, join(copy, path));
  // Not a link: the maps of bundles would name another folder.
  cpSync('node_modules', join(copy, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.cache'),
  });
  git(copy, 'init', '--quiet');
  npm(copy, 'rename', '--', 'plant', 'order');
  // Its words are taken; a document names it.
  cpSync(import.meta.dirname, join(copy, 'test/lab/fork'), { recursive: true });
  git(copy, 'add', '--all');
  const path = join(copy, 'openapi.yaml');
  const contract = readYaml(path);
  const parts = readYaml(fixture('orders.yaml')).toJS();
  for (const [place, part] of Object.entries(parts)) contract.setIn(place.split(' '), part);
  writeFileSync(path, contract.toString({ lineWidth: 100 }));
  cpSync(path, join(copy, 'docs/contracts/1.0.0.yaml'));
  npm(copy, 'generate');
  git(copy, 'add', '--all');
  git(copy, 'apply', '--unidiff-zero', fixture('orders.patch'));
  git(copy, 'add', '--intent-to-add', '.');
  for (const event of events) rmSync(join(copy, 'events/create-order', event));
}

/** What was written by hand: for each file, its new lines, its removed ones and its path. */
function changesIn(copy: string): string[][] {
  const counts = git(copy, 'diff', '--numstat').trim();
  return counts.split('\n').map((line) => line.split('\t'));
}

function readYaml(path: string) {
  return parseDocument(readFileSync(path, 'utf8'), { intAsBigInt: true });
}

function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8' });
}

function npm(cwd: string, ...args: readonly string[]): void {
  const { status } = spawnSync('npm', ['run', '--silent', ...args], { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Problem(`The other service fails: npm run ${args.join(' ')}`);
}
