import {
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { run } from '../../../setup/command.ts';
import { attach, setBreakpoint } from '../../../setup/debugger.ts';
import { path, plant, plantJson, textField, withRequiredField } from '../../../setup/plants.ts';
import { slow } from '../../../setup/slow.ts';
import { temporaryFolder } from '../../../setup/temporary-folder.ts';

// `npm run dev -- --inspect` in a copy of the project: its files change while it serves.

const copy = temporaryFolder();
for (const name of ['functions', 'infra', 'tools', 'cdk.json', 'openapi.yaml', 'package.json'])
  cpSync(name, join(copy, name), { recursive: true });
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');

const answerFile = join(copy, 'functions/create-plant/answer.ts');
const command = run(
  join(copy, 'tools/commands/start/main.ts'),
  '--watch --inspect --memory --json --port 0 --dynamodb-port 0 --docs-port 0'.split(' '),
  { whenDone: afterAll },
);
let service: { url: string; token: string; docs: string; inspect: Record<string, number> };
beforeAll(async () => {
  service = JSON.parse((await command.prints('}\n')).stdout);
}, slow.timeout);

/** Writes another text into a file in the way of an editor: into the file itself, or into a new one. */
function change(file: string, from: string, to: string, replaces = true): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  const written = replaces ? `${file}.new` : file;
  writeFileSync(written, text.replace(from, to));
  if (replaces) renameSync(written, file);
}

let id = 0;

async function post() {
  id += 1;
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: plantJson(id),
  });
  return answer.status;
}

let seen = 0;

/** Waits for a line with this text on stderr, and returns all lines after those of the last call. */
async function prints(text: string): Promise<string> {
  await vi.waitUntil(() => command.notes().slice(seen).split(text, 2)[1]?.includes('\n'), slow);
  const news = command.notes().slice(seen);
  seen += news.length;
  return news;
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
      change(answerFile, `statusCode: ${status - 1}`, `statusCode: ${status}`, status !== 202);
      // On a busy machine, the file can be seen half written before.
      expect(await prints('The new functions')).toMatch(/after \d+ ms\. Types are not checked/);
      expect(await post()).toBe(status);
    }
  } finally {
    isChanging = false;
  }
  await Promise.all(clients);
  expect(statuses.difference(new Set([200, 201, 202, 203]))).toEqual(new Set());
});

it('keeps the old functions if new ones have an error, and prints its place', slow, async () => {
  const [before, file] = ['statusCode: 203', 'functions/create-plant/answer.ts'];
  const mistakes = [
    ['statusCode: ;203', `${file}:8:24`],
    ['statusCode: 203 } }; const json = { a: {', `${file}:`],
    ["statusCode: 203 } }; import { a } from './none.ts'; const b = { c: {", `${file}:8:`],
  ] as const;
  for (const [mistake, place] of mistakes) {
    change(answerFile, before, mistake);
    expect(await prints('stay in use.')).toContain(`The old functions stay in use. ${place}`);
    expect(await post()).toBe(203);
    change(answerFile, mistake, before);
    await prints('The new functions');
  }
});

it('uses a new file, and says if one is missing', slow, async () => {
  const added = join(copy, 'functions/create-plant/added/status.ts');
  mkdirSync(join(added, '..'));
  writeFileSync(added, 'export const status: number = 204 + 1;\n');
  await prints('The new functions');
  const text = readFileSync(answerFile, 'utf8').replace('statusCode: 203', 'statusCode: status');
  writeFileSync(answerFile, `import { status } from './added/status.ts';\n${text}`);
  await prints('The new functions');
  expect(await post()).toBe(205);
  rmSync(added);
  await prints('status.ts');
  expect(await post()).toBe(205);
  writeFileSync(added, 'export const status: number = 200;\n');
  await prints('The new functions');
  expect(await post()).toBe(200);
});

it('stops at a line of TypeScript with its variables, and nothing times out', slow, async () => {
  const file = 'functions/create-plant/create-plant.ts';
  const lines = readFileSync(file, 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes('await add(plant'));
  const debugging = await attach(service.inspect['CreatePlant'] ?? 0);
  onTestFinished(debugging.close);
  await setBreakpoint(debugging, join(copy, file), line);
  const status = post();
  const stopped = debugging.stop(`plant.${textField}`);
  expect(await Promise.race([stopped, status])).toBe(plant()[textField]);
  // Longer than the time limits of the client of DynamoDB.
  await delay(1_500);
  await debugging.send('Debugger.resume');
  expect(await status).toBe(200);
});

it('shows and obeys a changed contract', slow, async () => {
  const contract = join(copy, 'openapi.yaml');
  const text = readFileSync(contract, 'utf8');
  change(contract, text, withRequiredField(text));
  await prints('The new functions');
  expect(await post()).toBe(400);
  const shown = await fetch(new URL('/openapi.yaml', service.docs));
  expect(await shown.text()).toContain('another: { type: string }');
  change(contract, 'paths:', 'paths: [');
  expect(await prints('stay in use.')).toMatch(/openapi\.yaml .*YAML/);
});
