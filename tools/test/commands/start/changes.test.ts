import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, expect, it, onTestFailed, vi } from 'vitest';
import { path, plantJson, withRequiredField } from '../../../../test/setup/plants.ts';
import { developmentToken } from '../../../commands/development-token.ts';
import { readRun } from '../../../local/tables/data-folder.ts';
import { run } from '../../setup/command.ts';
import { inTime } from '../../setup/in-time.ts';
import { slow } from '../../setup/slow.ts';
import { onWindows } from '../../setup/system.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

// `npm run dev` in a copy of the project: its files change while it serves. Each change starts the service again, so a
// test begins with what the test before it has saved.

const copy = temporaryFolder();
for (const name of ['functions', 'infra', 'tools', 'cdk.json', 'package.json'])
  cpSync(name, join(copy, name), { recursive: true });
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');

const openapi = readFileSync('openapi.yaml', 'utf8');
writeFileSync(join(copy, 'openapi.yaml'), '<<<<<<< HEAD');
const data = join(copy, 'data');
const ports = ['--port', '0', '--dynamodb-port', '0', '--docs-port', '0'];
const start = [join(copy, 'tools/commands/run.cjs'), 'start', '--json', '--data', data, ...ports];
const command = run('--watch', ['--inspect=0', ...start], { whenDone: afterAll });
beforeEach(() => onTestFailed(() => console.log(command.notes())));

async function post(): Promise<number | undefined> {
  const request = {
    method: 'POST',
    headers: { authorization: `Bearer ${developmentToken}`, 'content-type': 'application/json' },
    body: plantJson(),
  };
  const answer = fetch(`${readRun(data)?.url}${path}`, request);
  return (await answer.catch(() => undefined))?.status;
}

/** Asks again and again: a change is served after a moment. */
function serves(status: number): Promise<unknown> {
  const served = vi.waitUntil(async () => (await post()) === status, slow);
  return inTime(served, `it answers ${status}`);
}

/** How much it had printed at the last change. */
let printed = 0;

function prints(text: string): Promise<unknown> {
  const isPrinted = vi.waitUntil(() => command.notes().includes(text, printed), slow);
  return inTime(isPrinted, `it prints ${text}`);
}

/** Replaces a file, as some editors do. */
function save(file: string, text: string): void {
  printed = command.notes().length;
  const target = join(copy, file);
  writeFileSync(`${target}.new`, text);
  renameSync(`${target}.new`, target);
}

const service = readFileSync('functions/service.ts', 'utf8');
const answer = 'functions/create-plant/answer.ts';
const code = readFileSync(answer, 'utf8');
expect(code.includes('statusCode: 200'), `A test edits "statusCode: 200" in ${answer}`).toBe(true);

it('waits for a contract without a mistake', slow, async () => {
  await prints('openapi.yaml');
  await delay(300);
  expect(existsSync(data), 'it has opened its tables').toBe(false);
  save('openapi.yaml', openapi);
  await serves(200);
});

it('obeys changed code, and goes on after an error that nothing catches', slow, async () => {
  const late = 'setTimeout(() => { throw new Error("It is late"); });';
  save('functions/service.ts', late + service.replace("'Authorization'", "'X-Token'"));
  await prints('It is late');
  await serves(401);
  // The watcher of Node alone would lose the second save that replaces the file.
  save('functions/service.ts', service);
  await serves(200);
});

it('obeys a changed contract', slow, async () => {
  save('openapi.yaml', withRequiredField(openapi));
  await serves(400);
});

it('says where a mistake is', slow, async () => {
  const wrong = 'statusCode: ;200';
  const [before = ''] = code.split('200', 1);
  save(answer, code.replace('statusCode: 200', wrong));
  await prints(`${answer}:${before.split('\n').length}:`);
});

// Windows has no signals between processes. Both processes have ended when their common output is closed.
it.skipIf(onWindows)(
  'ends with its watcher, also if a file loads without end and a debugger is attached',
  slow,
  async () => {
    save(answer, `console.error("It loads."); await new Promise(() => {});${code}`);
    await prints('It loads.');
    const debuggers = command.notes().match(/ws:\S+/g);
    const debugging = new WebSocket(`${debuggers?.at(-1)}`);
    await once(debugging, 'open');
    debugging.send('{"id":1,"method":"Runtime.enable"}');
    command.signal('SIGKILL');
    expect((await command.ends()).code).toBeNull();
  },
);
