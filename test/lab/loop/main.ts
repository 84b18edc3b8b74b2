import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempDisposableSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem, UsageError } from '../../../infra/base.ts';
import { readArguments } from '../../../tools/commands/terminal/options.ts';
import { runCommand } from '../../../tools/commands/terminal/run-command.ts';
import { path, plantJson } from '../../plants.ts';
import { median } from '../bench/statistics.ts';

const commandLine = {
  command: 'npm run loop',
  about:
    'Prints how long a change needs until it is seen, in a copy of each commit. Milliseconds, each a median of ten.',
  usage: ['COMMIT …'],
  operands: { COMMIT: 'for example HEAD' },
  options: {},
} as const;

await runCommand(async (args) => {
  const commits = readArguments(args, commandLine)?.positionals;
  if (commits?.length === 0) throw new UsageError('It takes one commit or more. Try --help.');
  for (const commit of commits ?? []) console.log(commit, await measure(commit));
});

async function measure(commit: string) {
  const found = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`]);
  if (found.status !== 0) throw new Problem(`There is no commit ${commit}.`);
  using copy = mkdtempDisposableSync(join(tmpdir(), 'plant-store-loop-'));
  const cwd = copy.path;
  const input = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', cwd], { input });
  symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'), 'junction');
  const npm = (words: string) => execFileSync('npm', words.split(' '), { cwd, stdio: 'pipe' });
  const start =
    'start --silent -- --watch --memory --json --port 0 --dynamodb-port 0 --docs-port 0';
  const service = spawn('npm', start.split(' '), { cwd, stdio: 'pipe' });
  let rebuilds = 0;
  createInterface(service.stderr).on('line', (line) => {
    if (line.startsWith('Rebuilt.')) rebuilds += 1;
  });
  const { url, token } = JSON.parse(String(await once(createInterface(service.stdout), 'line')));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: plantJson() };

  /** Makes changes until ten are measured, each until it is seen. */
  async function time(change: () => unknown, isSeen: () => unknown = () => true): Promise<number> {
    const times: number[] = [];
    while (times.length < 10) {
      await delay(2_000);
      const begun = performance.now();
      change();
      while (!(await isSeen())) await delay(5);
      times.push(performance.now() - begun);
    }
    return Math.round(median(times));
  }
  const edit = (file: string, from: string, to: string) => {
    const path = join(cwd, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.includes(to) ? text.replace(to, from) : text.replace(from, to));
  };
  let last = 200;
  const isAnotherStatus = async () => {
    const { status } = await fetch(url + path, request);
    const isOther = status !== last;
    last = status;
    return isOther;
  };
  const contract = () => {
    edit('openapi.yaml', 'required: [name]', 'required: [name, tag]');
    // Earlier commits have no other way.
    if (!existsSync(join(cwd, 'tools/commands/start/rebuild.ts'))) npm('run generate');
  };
  const times = {
    function: await time(
      () => edit('functions/create-plant/answer.ts', 'Code: 200', 'Code: 201'),
      isAnotherStatus,
    ),
    contract: await time(contract, isAnotherStatus),
    stack: await time(
      () => {
        rebuilds = 0;
        edit('cdk.json', '"production": {}', '"production": { }');
      },
      () => rebuilds > 0,
    ),
    'one test': await time(() => npm('test -- int64')),
    'cdk synth': await time(() => npm('run synth')),
  };
  service.kill();
  await once(service, 'close');
  return times;
}
