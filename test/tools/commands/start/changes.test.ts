import { cpSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { type Command, run } from '../../../setup/command.ts';
import { attach } from '../../../setup/debugger.ts';
import { path, plant, plantJson, textField, withRequiredField } from '../../../setup/plants.ts';
import { slow } from '../../../setup/slow.ts';
import { onWindows } from '../../../setup/system.ts';
import { temporaryFolder } from '../../../setup/temporary-folder.ts';

// `npm run dev -- --inspect` in a copy of the project: its files change while it serves.

const copy = temporaryFolder();
for (const name of ['functions', 'infra', 'tools', 'cdk.json', 'openapi.yaml', 'package.json'])
  cpSync(name, join(copy, name), { recursive: true });
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');

const main = join(copy, 'tools/commands/start/main.ts');
const anyPorts = ['--port', '0', '--dynamodb-port', '0', '--docs-port', '0'];
const args = ['--watch', '--inspect', '--memory', '--json', ...anyPorts];
const command = run(main, args, { whenDone: afterAll });
let service: { url: string; token: string; docs: string; inspect: Record<string, number> };
beforeAll(async () => {
  service = JSON.parse((await command.prints('}\n')).stdout);
}, slow.timeout);

/** What the command has printed since the test began. */
let news: () => string;
let hasFailed = false;
/** Where its notes of the last restored file begin. */
let restoredAt: number | undefined;

// Each test leaves the files as they were. One fault is one red test: the others would wait for the same.
beforeEach(async ({ skip }) => {
  skip(hasFailed);
  if (restoredAt !== undefined) {
    const begin = restoredAt;
    await becomes('takes a file back', () => /functions/.test(command.notes().slice(begin)));
    restoredAt = undefined;
  }
  await serves(200);
  const { length } = command.notes();
  news = () => command.notes().slice(length);
}, slow.timeout);

const answer = 'functions/create-plant/answer.ts';
const right = 'statusCode: 200';

/** Saves a changed file until the test ends, in the way of an editor: into the file itself, or into a new one. */
function change(file: string, from: string | RegExp, to: string, replaces = true): void {
  const target = join(copy, file);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(from);
  const written = replaces ? `${target}.new` : target;
  writeFileSync(written, text.replace(from, to));
  if (replaces) renameSync(written, target);
  onTestFinished(() => {
    restoredAt = command.notes().length;
    writeFileSync(target, text);
  });
}

let id = 0;

async function post(): Promise<number> {
  id += 1;
  const answered = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: plantJson(id),
  });
  return answered.status;
}

/** Asks again and again, on a slow machine slowly: a change is served after a moment. */
async function becomes(wanted: string, isSo: (status: number) => boolean): Promise<void> {
  for (let left = 100; left > 0; left -= 1) {
    const status = await post().catch(() => 0);
    if (isSo(status)) return;
    if (status === 0) break;
    await delay(50);
  }
  hasFailed = true;
  throw new Error(
    `It never ${wanted}. It printed:\n${command.notes().replaceAll(/^POST .*\n/gm, '')}`,
  );
}

function serves(status: number): Promise<void> {
  return becomes(`answers ${status}`, (found) => found === status);
}

function prints(text: string): Promise<void> {
  return becomes(`prints ${text}`, () => news().includes(text));
}

it('serves each saved change, and drops no request', slow, async () => {
  let isChanging = true;
  const statuses = new Set<number>();
  const client = async () => {
    while (isChanging) statuses.add(await post());
  };
  const clients = [client(), client()];
  try {
    for (const status of [201, 202, 203]) {
      change(answer, right, `statusCode: ${status}`, status !== 202);
      await serves(status);
    }
  } finally {
    isChanging = false;
  }
  await Promise.all(clients);
  expect(statuses.difference(new Set([200, 201, 202, 203]))).toEqual(new Set());
  expect(news()).toMatch(/\bnew functions\b.*\d+ ms\b/);
});

function lineOf(file: string, text: string): number {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.findIndex((line) => line.includes(text));
}

const place = `${answer}:${lineOf(answer, right) + 1}:`;

it.each([
  ['has a mistake', right, 'statusCode: ;200', `${place}24`],
  ['is half written', right, 'statusCode: 200 } }; const json = { a: {', `${answer}:`],
  ['imports nothing', right, "a } }; import { a } from './no.ts'; const b = { c: {", place],
  ['throws', /^/, 'if (1) throw new Error("at its top");', `${answer}:1:`],
])('keeps the old functions if a file %s, and says where', slow, async (_, from, to, where) => {
  change(answer, from, to);
  await prints(where);
  expect(await post()).toBe(200);
  change(answer, right, 'statusCode: 201');
  await serves(201);
});

const endless = 'console.error("It loads."); await new Promise(() => {});';

it(
  'keeps the old functions while a file loads without end, and serves the next one',
  slow,
  async () => {
    change(answer, /^/, endless);
    await prints('It loads.');
    expect(await post()).toBe(200);
    change(answer, right, 'statusCode: 201');
    await serves(201);
    expect(news()).toMatch(/\bold functions\b/);
  },
);

it('uses a new file, and says if one is missing or links to itself', slow, async () => {
  const added = join(copy, 'functions/create-plant/added.ts');
  onTestFinished(() => rmSync(added));
  const status = 'export const status: number = 200 +';
  writeFileSync(added, `${status} 1;\n`);
  change(
    answer,
    /^([\s\S]*)statusCode: 200/,
    "import { status } from './added.ts'; $1statusCode: status",
  );
  await serves(201);
  rmSync(added);
  if (!onWindows) symlinkSync(added, added);
  await prints('added.ts');
  expect(news()).not.toContain('(node:');
  expect(await post()).toBe(201);
  rmSync(added, { force: true });
  writeFileSync(added, `${status} 2;\n`);
  await serves(202);
});

it.each([
  [
    'JSON',
    'added.json',
    "import added from './added.json' with { type: 'json' }; const { status } = added;",
    '{"status": 201}',
  ],
  ['CommonJS', 'added.cjs', "import { status } from './added.cjs';", 'exports.status = 201;'],
])('imports a file of %s, and serves its changes', slow, async (_, name, imported, text) => {
  const added = join(copy, 'functions/create-plant', name);
  onTestFinished(() => rmSync(added));
  writeFileSync(added, text);
  change(answer, /^([\s\S]*)statusCode: 200/, `${imported} $1statusCode: status`);
  await serves(201);
  writeFileSync(added, text.replace('201', '202'));
  await serves(202);
});

it.each([
  ['has no handler', 'functions/authorize/handler.ts', 'export const handler', 'const handler'],
  ['is the list of the service', 'functions/service.ts', 'timeoutSeconds: 10', 'timeoutSeconds: 9'],
])('keeps the old functions if a file %s, and names it', slow, async (_, file, from, to) => {
  change(file, from, to);
  await prints(file);
  expect(news()).toMatch(new RegExp(`\\bold functions\\b.*${file}`));
  expect(await post()).toBe(200);
});

it('goes on after an error that nothing catches', slow, async () => {
  change(answer, /^/, 'setTimeout(() => { throw new Error("after its answer"); });');
  await prints('after its answer');
  expect(await post()).toBe(200);
});

it('asks the new authorizer about each token', slow, async () => {
  change('functions/authorize/authorize.ts', 'isAuthorized: true', 'isAuthorized: false');
  await serves(403);
});

it('stops at a line of TypeScript with its variables, and nothing times out', slow, async () => {
  const file = 'functions/create-plant/create-plant.ts';
  const debugging = await attach(service.inspect['CreatePlant'] ?? 0);
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

it('shows and obeys a changed contract', slow, async () => {
  const text = readFileSync('openapi.yaml', 'utf8');
  change('openapi.yaml', text, withRequiredField(text));
  await serves(400);
  const shown = await fetch(new URL('/openapi.yaml', service.docs));
  expect(await shown.text()).toContain('another: { type: string }');
  change('openapi.yaml', 'paths:', 'paths: [');
  await prints('openapi.yaml ');
  expect(await post()).toBe(400);
});

/** Windows has no signals between processes. */
const itWithSignals = it.skipIf(onWindows);

async function ends(other: Command, name: NodeJS.Signals): Promise<void> {
  other.signal(name);
  expect(await other.ended).toMatchObject({ code: 0 });
}

it('says where a mistake is that was there before the start', slow, async () => {
  change(answer, right, 'statusCode: ;200');
  const { code, stderr } = await run(main, ['--memory', ...anyPorts]).ended;
  expect(code).toBe(1);
  expect(stderr).toContain(`${place}24`);
  expect(stderr).not.toMatch(/^ +at /m);
});

itWithSignals(
  'ends with its terminal while the first functions load without end',
  slow,
  async () => {
    change(answer, /^/, endless);
    const other = run(main, ['--memory', ...anyPorts]);
    await other.prints('It loads.');
    await ends(other, 'SIGHUP');
  },
);

itWithSignals('ends while a file loads without end and a debugger is attached', slow, async () => {
  const debugging = await attach(service.inspect['CreatePlant'] ?? 0);
  onTestFinished(debugging.close);
  await debugging.send('Runtime.enable');
  change(answer, /^/, endless);
  await prints('It loads.');
  await ends(command, 'SIGTERM');
});
