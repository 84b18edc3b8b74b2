import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, expect, it, onTestFailed, vi } from 'vitest';
import { functions, routes } from '../../../../functions/service.ts';
import { developmentToken } from '../../../commands/token/development-token.ts';
import { readRunningService } from '../../../local/tables/data-folder.ts';
import { startCommand } from '../../setup/command.ts';
import { contractWithRequiredField, exampleJson, path } from '../../setup/contract.ts';
import { inTime } from '../../setup/in-time.ts';
import { copyParts } from '../../setup/project-copy.ts';
import { slow } from '../../setup/slow.ts';
import { onWindows } from '../../setup/system.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

// `npm run dev` in a copy of the project: its files change while it serves. Each change starts the service again, so a
// test begins with what the test before it has saved.

const copy = temporaryFolder();
copyParts(['functions', 'infra', 'tools', 'cdk.json', 'package.json'], copy);
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');

const openapi = readFileSync('openapi.yaml', 'utf8');
const { file: handler } = functions[routes[0].functionName];
const code = readFileSync(handler, 'utf8');
writeFileSync(join(copy, 'openapi.yaml'), '<<<<<<< HEAD');
writeFileSync(join(copy, handler), `const wrong: = 7;\n${code}`);
const data = join(copy, 'data');
const ports = ['--port', '0', '--dynamodb-port', '0', '--docs-port', '0'];
const start = [join(copy, 'tools/commands/run.cjs'), 'start', '--json', '--data', data, ...ports];
const command = startCommand('--watch', ['--inspect=0', ...start], { whenDone: afterAll });
beforeEach(() => onTestFailed(() => console.log(command.notes())));

async function post(): Promise<number | undefined> {
  const request = {
    method: 'POST',
    headers: { authorization: `Bearer ${developmentToken}`, 'content-type': 'application/json' },
    body: exampleJson(),
  };
  const answer = fetch(`${readRunningService(data)?.url}${path}`, request);
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

it(
  'waits for a contract without a mistake, and then says where the code has one',
  slow,
  async () => {
    await prints('openapi.yaml');
    await delay(300);
    expect(existsSync(data), 'it has opened its tables').toBe(false);
    save('openapi.yaml', openapi);
    await prints(`${handler}:1:`);
  },
);

it('obeys changed code, and goes on after an error that nothing catches', slow, async () => {
  save(handler, `${code}\nsetTimeout(() => { throw new Error("It is late"); });`);
  await prints('It is late');
  await serves(200);
});

it('answers on the page of the contract while openapi.yaml is missing', slow, async () => {
  const { stdout } = await command.prints('"docs"');
  const { docs } = JSON.parse(`${/^{.+"docs".+$/m.exec(stdout)}`);
  const [file, elsewhere] = [join(copy, 'openapi.yaml'), join(copy, 'elsewhere')];
  renameSync(file, elsewhere);
  const answer = await inTime(fetch(`${docs}/openapi.yaml`), 'the page answers');
  expect(answer.status).toBe(500);
  expect(await answer.text()).toMatch(/^openapi\.yaml .+ENOENT.+\.$/);
  renameSync(elsewhere, file);
});

it('obeys a changed contract', slow, async () => {
  save('openapi.yaml', contractWithRequiredField());
  await serves(400);
});

// Windows has no signals between processes. Both processes have ended when their common output is closed.
it.skipIf(onWindows)(
  'ends with its watcher, also if a file loads without end and a debugger is attached',
  slow,
  async () => {
    // The watcher of Node alone would lose this second save that replaces the file.
    save(handler, `console.error("It loads."); await new Promise(() => {});${code}`);
    await prints('It loads.');
    const debuggers = command.notes().match(/ws:\S+/g);
    const debugging = new WebSocket(`${debuggers?.at(-1)}`);
    await once(debugging, 'open');
    debugging.send('{"id":1,"method":"Runtime.enable"}');
    command.signal('SIGKILL');
    expect((await command.ends()).code).toBeNull();
  },
);
