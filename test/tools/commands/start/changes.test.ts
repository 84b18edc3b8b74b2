import { cpSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, expect, it, onTestFailed, onTestFinished, vi } from 'vitest';
import { developmentToken } from '../../../../tools/commands/development-token.ts';
import { readRun } from '../../../../tools/local/tables/data-folder.ts';
import { run } from '../../../setup/command.ts';
import { attach } from '../../../setup/debugger.ts';
import { inTime } from '../../../setup/in-time.ts';
import {
  keyOf,
  path,
  plant,
  plantJson,
  textField,
  withRequiredField,
} from '../../../setup/plants.ts';
import { slow } from '../../../setup/slow.ts';
import { onWindows } from '../../../setup/system.ts';
import { temporaryFolder } from '../../../setup/temporary-folder.ts';
import { storedIds } from './plants.ts';

// `npm run dev -- --inspect` in a copy of the project: its files change while it serves.

const copy = temporaryFolder();
for (const name of ['functions', 'infra', 'tools', 'cdk.json', 'openapi.yaml', 'package.json'])
  cpSync(name, join(copy, name), { recursive: true });
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');

const anyPorts = ['--port', '0', '--dynamodb-port', '0', '--docs-port', '0'];
const dev = [join(copy, 'tools/commands/run.cjs'), 'start', '--json', ...anyPorts];
const data = join(copy, 'data');
const command = run('--watch', [...dev, '--inspect', '--data', data], { whenDone: afterAll });

let id = 0;

/** 0 if nothing answers. */
async function post(): Promise<number> {
  id += 1;
  const request = {
    method: 'POST',
    headers: { authorization: `Bearer ${developmentToken}`, 'content-type': 'application/json' },
    body: plantJson(id),
  };
  const answer = fetch(`${readRun(data)?.url}${path}`, request);
  return (await answer.catch(() => undefined))?.status ?? 0;
}

/** Asks again and again: a change is served after a moment. */
function serves(status: number): Promise<unknown> {
  const served = vi.waitUntil(async () => (await post()) === status, slow);
  return inTime(served, `npm run dev answers ${status}`);
}

/** How much it had printed at the last change. */
let printed = 0;

function prints(text: string): Promise<unknown> {
  const isPrinted = vi.waitUntil(() => command.notes().includes(text, printed), slow);
  return inTime(isPrinted, `npm run dev prints ${text}`);
}

/** Saves a file in the way of an editor: into the file itself, or into a new one. */
function save(file: string, text: string, replaces = true): void {
  printed = command.notes().length;
  const target = join(copy, file);
  const written = replaces ? `${target}.new` : target;
  writeFileSync(written, text);
  if (replaces) renameSync(written, target);
}

/** Saves a change of a file until the test ends. */
function change(file: string, from: string | RegExp, to: string, replaces?: boolean): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(from);
  save(file, text.replace(from, to), replaces);
  onTestFinished(() => {
    changed = readRun(data)?.pid;
    save(file, text);
  });
}

/** The process that served when a test ended its change. */
let changed: number | undefined;

beforeEach(async () => {
  onTestFailed(() => console.log(command.notes()));
  const started = vi.waitUntil(() => readRun(data)?.pid !== changed, slow);
  await inTime(started, 'npm run dev starts again');
  await serves(200);
}, slow.timeout);

const answer = 'functions/create-plant/answer.ts';
const right = 'statusCode: 200';

it('serves each saved change, and keeps the plants', slow, async () => {
  const first = keyOf(plant(id));
  // The watcher of Node alone would lose the second one that replaces the file.
  for (const status of [201, 202, 203]) {
    change(answer, right, `statusCode: ${status}`, status !== 203);
    await serves(status);
  }
  expect(await storedIds(`${readRun(data)?.dynamodb}`, 'Plants')).toContain(first);
});

function lineOf(file: string, text: string): number {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.findIndex((line) => line.includes(text));
}

it('says where a mistake is, and serves it when it is right', slow, async () => {
  change(answer, right, 'statusCode: ;200');
  await prints(`${answer}:${lineOf(answer, right) + 1}:`);
  save(answer, readFileSync(answer, 'utf8'));
  await serves(200);
});

it('goes on after an error that nothing catches', slow, async () => {
  change(answer, /^/, 'setTimeout(() => { throw new Error("after its answer"); });');
  await prints('after its answer');
  await delay(100);
  expect(await post()).toBe(200);
});

/** The port of the debugger in the process that serves now. */
function debugPort(): number {
  return Number(
    command
      .notes()
      .match(/(?<=listening on ws:\S+:)\d+/g)
      ?.at(-1),
  );
}

it('stops at a line of TypeScript with its variables, and nothing times out', slow, async () => {
  const file = 'functions/create-plant/create-plant.ts';
  const debugging = await attach(debugPort());
  onTestFinished(debugging.close);
  await debugging.setBreakpoint(join(copy, file), lineOf(file, 'await add(plant'));
  const status = post();
  const stopped = debugging.stop(`plant.${textField}`);
  expect(await Promise.race([stopped, status])).toBe(plant()[textField]);
  // Longer than the time limits of the client of DynamoDB.
  await delay(1_500);
  await debugging.send('Debugger.resume');
  expect(await status).toBe(200);
});

it('obeys a changed contract, and waits for one without a mistake', slow, async () => {
  const text = readFileSync('openapi.yaml', 'utf8');
  change('openapi.yaml', text, withRequiredField(text));
  await serves(400);
  save('openapi.yaml', text.replace('paths:', 'paths: ['));
  await prints('openapi.yaml ');
  expect(await post()).toBe(400);
  change(answer, right, 'statusCode: 201');
  await prints('openapi.yaml ');
  save('openapi.yaml', text);
  await serves(201);
});

/** Windows has no signals between processes. */
const itWithSignals = it.skipIf(onWindows);

// It has ended when both processes have: they share its output.
itWithSignals('ends when its watcher is killed', slow, async () => {
  const other = run('--watch', [...dev, '--memory']);
  await other.line();
  other.signal('SIGKILL');
  await other.ended;
});

itWithSignals('ends while a file loads without end and a debugger is attached', slow, async () => {
  change(answer, /^/, 'console.error("It loads."); await new Promise(() => {});');
  await prints('It loads.');
  const debugging = await attach(debugPort());
  onTestFinished(debugging.close);
  await debugging.send('Runtime.enable');
  command.signal('SIGTERM');
  expect(await command.ended).toMatchObject({ code: 0 });
  expect(readRun(data)).toBe(undefined);
});
