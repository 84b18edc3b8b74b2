import './loopback.ts';
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceName } from '../../../functions/service.ts';
import { Problem } from '../../../infra/project/problem.ts';
import { redacted } from '../../../tools/shared/terminal/printable.ts';
import { runCommand } from '../../../tools/shared/terminal/run-command.ts';
import { exampleJson, path } from '../../../tools/test/setup/contract.ts';
import { statementsOf } from '../../repository/pipeline/role-policies.ts';
import { missingRights } from '../../repository/policies.ts';
import { tryNight } from './night.ts';
import { adaptTemplate, type Resources } from './production-shape.ts';
import { startRecorder } from './recorder.ts';

// `npm run test:deploy`: deploys to MiniStack a stage to throw away, and production over the commit before. It tests
// production, and destroys both.

/** What AWS lists, by its path or its operation. A stage is in each list. The last two stay without it. */
const lists = `/?Action=DescribeStacks /?Action=ListRoles /2015-03-31/functions /v2/apis
  DynamoDB_20120810.ListTables Logs_20140328.DescribeLogGroups`.split(/\s+/);
const folder = mkdtempSync(join(tmpdir(), `${serviceName}-deploy-`));
/** Those about what the gateway answers by itself. */
const answeredByEmulator = 6;
const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(130));
process.on('exit', () => {
  // Each with all that it started.
  for (const { pid } of running) if (pid) process.kill(-pid, 'SIGKILL');
  rmSync(folder, { recursive: true, maxRetries: 5 });
});

await runCommand(async () => {
  const check = 'import sys, ensurepip; assert sys.version_info >= (3, 11)';
  if (spawnSync('python3', ['-c', check]).status !== 0) {
    throw new Problem('npm run test:deploy needs Python 3.11 or later as python3, with venv.');
  }
  const python = 'node_modules/.cache/ministack/bin/python';
  await run('python3', ['-m', 'venv', '--clear', 'node_modules/.cache/ministack']);
  await run(python, ['-m', 'pip', 'install', '-r', 'test/service/deploy/requirements.txt']);

  const freePort = 'import socket; print(socket.create_server(("127.0.0.1", 0)).getsockname()[1])';
  const GATEWAY_PORT = await run(python, ['-c', freePort]);
  const url = `http://127.0.0.1:${GATEWAY_PORT}`;
  const env = {
    // The functions run on the first Node of this path.
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    HOME: folder,
    TMPDIR: folder,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL: url,
    AWS_ENDPOINT_URL_S3: url,
    NODE_OPTIONS: `--import=${import.meta.resolve('./loopback.ts')}`,
    NO_COLOR: '1',
    BIND_HOST: '127.0.0.1',
    GATEWAY_PORT,
  };
  const emulator = run(python, ['-m', 'ministack'], env);
  while (!(await Promise.race([emulator, fetch(url).catch(() => false)]))) await sleep(100);

  const recorder = await startRecorder(url);
  const ofCdk = { ...env, AWS_ENDPOINT_URL: recorder.url, AWS_ENDPOINT_URL_S3: recorder.url };
  const cdk = (...args: string[]) => run('npx', ['cdk', ...args], ofCdk);
  await cdk('bootstrap');
  const listsOf = async (stack: string) => {
    const asked = lists.map(async (list) => {
      const [path, operation] = list.startsWith('/') ? [list, ''] : ['/', list];
      const answer = await fetch(url + path, { headers: { 'x-amz-target': operation } });
      return (await answer.text()).includes(stack) ? [list] : [];
    });
    return (await Promise.all(asked)).flat();
  };

  const trial = join(folder, 'trial');
  const stage = ['-c', 'stage=try', '-c', 'disposable=true', '--output', trial];
  recorder.calls.length = 0;
  await cdk('deploy', ...stage, '--require-approval', 'never');
  assert.deepEqual(await listsOf('PlantStore-try'), lists);
  // Without its log of requests, its metrics and its cache, the emulator answers few questions as AWS would.
  const questions = 'npm run -s test:aws -- --stack PlantStore-try --wait 5 || true';
  const table = await run('sh', ['-c', questions], env);
  console.log(table);
  assert.equal(table.match(/\| as expected \|/g)?.length, answeredByEmulator);
  await cdk('destroy', '--app', trial, '--force');
  assert.deepEqual(await listsOf('PlantStore-try'), []);
  assertRights(recorder.calls.filter(({ accessKey }) => accessKey === env.AWS_ACCESS_KEY_ID));

  // On a branch, it is main's. Before a rename, it was another service: then this one is deployed over itself.
  const last = 'git merge-base HEAD^ origin/main || git rev-list --first-parent -2 HEAD | tail -1';
  const isSame = `git grep --quiet '"name": "${serviceName}"' $commit -- package.json`;
  const archive = `git archive --prefix before/ $commit | tar -x -C ${folder}`;
  await run('sh', ['-c', `commit=$(${last}); ${isSame} || commit=HEAD; ${archive}`]);
  const before = join(folder, 'before');
  await run('npm', ['ci', '--no-audit', '--no-fund'], process.env, before);
  const stack = 'PlantStore';
  const synth = async (source: string, assembly: string, next?: Resources) => {
    await run('npx', ['cdk', 'synth', '--quiet', '--output', assembly], env, source);
    return adaptTemplate(join(assembly, `${stack}.template.json`), next);
  };
  const [old, now] = [join(folder, 'old'), join(folder, 'now')];
  await synth(before, old, await synth('.', now));
  const deploy = async (assembly: string, ...options: string[]) => {
    const outputs = join(folder, 'outputs.json');
    const files = ['--app', assembly, '--outputs-file', outputs];
    await cdk('deploy', ...files, '--require-approval', 'never', ...options);
    return JSON.parse(readFileSync(outputs, 'utf8'))[stack];
  };
  const kept = await deploy(old, '--no-rollback');
  const outputs = await deploy(now);
  // If a table or the API was replaced, its name is another one.
  assert.partialDeepStrictEqual(outputs, kept);
  const { ApiUrl, ProbeName } = outputs;

  const npm = (script: string, args: string[], more = {}) =>
    run('npm', ['run', '-s', script, '--', ...args], { ...env, ...more });
  const TOKEN = await npm('token', ['create', '--client', 'test', '--stack', stack]);
  console.log(`${/Tests .*/.exec(await npm('test:api', [], { BASE_URL: ApiUrl, TOKEN }))}`);

  console.log('probe');
  const event = { method: 'POST', body: JSON.stringify({ url: ApiUrl }) };
  const probed = await fetch(`${url}/2015-03-31/functions/${ProbeName}/invocations`, event);
  const answers = await probed.text();
  if (!JSON.parse(answers).allowed) throw new Problem(`The probe has failed: ${answers}`);

  const night = (line: string) =>
    run('sh', ['-c', `npm run -s night -- ${line} --stack ${stack} 2>&1 || true`], env);
  await tryNight(night, async () => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: exampleJson(1) };
    return (await fetch(ApiUrl + path, request)).status;
  });

  assert.deepEqual(await listsOf(stack), lists);
  const unprotect = '/?Action=UpdateTerminationProtection&EnableTerminationProtection=false';
  await fetch(`${url}${unprotect}&StackName=${stack}`);
  await cdk('destroy', '--app', now, '--force');
  assert.deepEqual(await listsOf(stack), lists.slice(-2));
});

/** With its own credentials, the CDK takes two roles, and the role of a workflow may take them. */
function assertRights(calls: readonly { readonly action: string; readonly role: string }[]): void {
  const used = new Set(calls.map(({ action, role }) => `${action} ${role}`));
  console.log([...used].join('\n'));
  const rights = calls.map(({ action, role }) => ({ action, resource: role }));
  assert.deepEqual(missingRights(statementsOf('try', '000000000000'), rights), []);
  assert.equal(used.size, 2);
}

// MiniStack would keep it open.
process.exit();

/** Prints the command, and returns what the program prints. */
async function run(program: string, args: string[], env = process.env, cwd = '.') {
  const command = redacted([program, ...args].join(' '));
  console.log(command);
  const child = spawn(program, args, {
    env,
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child.once('exit', () => running.delete(child)));
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  const [result, notes] = await printed;
  if (code !== 0) throw new Problem(`${result}${notes}${command} failed.`);
  return result.trim();
}
