import {
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { warmUpPlant } from '../../functions/shared/reserved.ts';
import { run } from '../setup/command.ts';
import { attach, setBreakpoint } from '../setup/debugger.ts';
import { path, plant, plantJson } from '../setup/plants.ts';
import { slow } from '../setup/slow.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';

// `npm run dev -- --inspect` in a clone: its sources are changed while it serves.

const clone = temporaryFolder();
const sources = ['functions', 'infra', 'tools', 'cdk.json', 'openapi.yaml', 'package.json'];
for (const name of [...sources, 'tsconfig.json', 'LICENSE'])
  cpSync(name, join(clone, name), { recursive: true });
mkdirSync(join(clone, 'node_modules'));
for (const name of readdirSync('node_modules'))
  if (name !== '.cache')
    symlinkSync(resolve('node_modules', name), join(clone, 'node_modules', name), 'junction');

function change(file: string, from: string | RegExp, to: string): void {
  const path = join(clone, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(from);
  // At once: a busy machine can see an empty file between the two steps of a write.
  writeFileSync(join(clone, 'changed'), text.replace(from, to));
  renameSync(join(clone, 'changed'), path);
}

// A debugger holds the functions for longer than each of these.
change('infra/plant-store-stack.ts', 'seconds(10)', 'seconds(1)');
change('infra/plant-store-stack.ts', 'seconds(5)', 'seconds(1)');
change('infra/plants-api.ts', 'seconds(29)', 'seconds(1)');
change('tools/local/gateway/limits.ts', 'authorizerTimeout = 10_000', 'authorizerTimeout = 1_000');
const longerThanTheLimits = 1_500;
const warmUpId = String(JSON.parse(warmUpPlant).id);

/** A change of the contract, and the fields that then are needed. */
const [oldRule, newRule, needed] = ['required: [name]', 'required: [name, tag]', { tag: 'indoor' }];

const answerFile = 'functions/create-plant/answer.ts';
const command = run(
  join(clone, 'tools/commands/start/main.ts'),
  '--watch --inspect 0 --memory --json --port 0 --dynamodb-port 0 --docs-port 0'.split(' '),
  { whenDone: afterAll },
);
let service: { url: string; token: string; docs: string; inspect: Record<string, number> };
let seen = 0;

beforeAll(async () => {
  // The functions are bundled, and the synthesis continues.
  const bundles = `node_modules/.cache/assembly/${command.pid}-*/code-*/Probe/package.json`;
  await vi.waitUntil(() => globSync(bundles, { cwd: clone }).length > 0, slow);
  change(answerFile, 'statusCode: 200', 'statusCode: 201');
  const { stdout } = await command.prints('}\n');
  service = JSON.parse(stdout);
}, slow.timeout);

let id = 0;

async function post(fields: object = {}) {
  id += 1;
  const { status } = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...JSON.parse(plantJson(id)), ...fields }),
  });
  return status;
}

/** Waits for a line with this text on stderr, and returns all lines after those of the last call. */
async function prints(text: string): Promise<string> {
  await vi.waitUntil(() => command.notes().slice(seen).split(text, 2)[1]?.includes('\n'), slow);
  const news = command.notes().slice(seen);
  seen += news.length;
  return news;
}

/** Stops a function at a line for longer than each time limit, then evaluates an expression there. */
async function stopAt(name: string, file: string, code: string, expression: string) {
  const path = join(clone, file);
  const lines = readFileSync(path, 'utf8').split('\n');
  const attached = await attach(service.inspect[name] ?? 0);
  // A function that a debugger holds would answer no later test.
  onTestFinished(attached.close);
  await setBreakpoint(attached, path, lines.findIndex((line) => line.includes(code)) + 1);
  const stopped = async (): Promise<unknown> => {
    const value = await attached.stop(expression);
    if (value !== warmUpId) await delay(longerThanTheLimits);
    await attached.send('Debugger.resume');
    // A debugger that attaches early also stops the warm-up of a new instance.
    return value === warmUpId ? stopped() : value;
  };
  return { ...attached, value: stopped() };
}

it('uses a change that was saved during the start', slow, async () => {
  expect(await prints('Rebuilt.')).toMatch(
    /Rebuilding …\nRebuilt\. The new functions are in use after \d+ ms\. Types are not checked/,
  );
  expect(await post()).toBe(201);
});

it('stops at a line of TypeScript, for longer than each time limit', slow, async () => {
  // A swap clears the authorizer's cache.
  change(answerFile, '201', '200');
  expect(await prints('Rebuilt.')).toContain('Types are not checked');
  const client = 'arguments[0].client';
  const authorize = 'functions/authorize/authorize.ts';
  const authorizing = await stopAt('Authorize', authorize, 'isAuthorized: true', client);
  const store = 'functions/create-plant/plant-store.ts';
  const storing = await stopAt('CreatePlant', store, 'new PutCommand', 'String(arguments[0].id)');
  const status = post();
  expect(await authorizing.value).toBe('developer');
  authorizing.close();
  expect(await storing.value).toBe(String(plant(id).id));
  expect(await status).toBe(200);

  // A swap ends only the changed function, and its port is the same.
  const idOf = async (name: string) =>
    (await fetch(`http://127.0.0.1:${service.inspect[name]}/json`)).json();
  const kept = await idOf('Authorize');
  change(answerFile, 'statusCode: 200', 'statusCode: 202');
  await storing.closed;
  const again = await stopAt('CreatePlant', store, 'new PutCommand', 'String(arguments[0].id)');
  const next = post();
  expect(await again.value).toBe(String(plant(id).id));
  again.close();
  expect(await next).toBe(202);
  expect(await idOf('Authorize')).toEqual(kept);
  await prints('Rebuilt.');
});

it('keeps the old code if the new one has an error, and prints its place', slow, async () => {
  change(answerFile, 'statusCode: 202', 'statusCode: ;202');
  expect(await prints('stay in use.')).toContain(
    `Rebuilding …\nThe old functions stay in use. ${answerFile}:8:24: Unexpected ";"\n`,
  );
  expect(await post()).toBe(202);
  // The error stays until it is mended, also if other files change.
  change('functions/authorize/authorize.ts', 'would cache', 'caches');
  await prints(`${answerFile}:8:24`);
  change(answerFile, ';202', '203');
  await prints('Rebuilt.');
  expect(await post()).toBe(203);
});

it('shows and obeys a changed contract', slow, async () => {
  expect(await post()).toBe(203);
  change('openapi.yaml', oldRule, newRule);
  await prints('Rebuilt.');
  expect([await post(), await post(needed)]).toEqual([400, 203]);
  const contract = await fetch(new URL('/openapi.yaml', service.docs));
  expect(await contract.text()).toContain(newRule);
  change('openapi.yaml', 'paths:', 'paths: [');
  const news = await prints('stay in use.');
  expect(news).toMatch(/openapi\.yaml .*YAML/);
  // The generated client is in tools/, and the command itself has written it.
  expect(news).not.toContain('start again');
  change('openapi.yaml', 'paths: [', 'paths:');
  await prints('Rebuilt.');
});

it('prints that a change in tools needs a new start', slow, async () => {
  change('tools/local/bundler.ts', 'Builds single', 'Makes single');
  const news = await prints('start again.');
  change(answerFile, 'statusCode', 'statusCode ');
  // A new instance can log its warm-up between them.
  const all = (news + (await prints('Rebuilt.'))).replace(/^(POST| {4}).*\n/gm, '');
  expect(all).toMatch(/^To use the change in tools\/, start again\.\nRebuilding …\nRebuilt\./);
});

it('watches a folder again that was away', slow, async () => {
  renameSync(join(clone, 'functions'), join(clone, 'away'));
  await prints('Could not resolve');
  renameSync(join(clone, 'away'), join(clone, 'functions'));
  await prints('Rebuilt.');
  change(answerFile, '203', '204');
  await prints('Rebuilt.');
  expect(await post(needed)).toBe(204);
});

it('synthesizes again after a change of the stack', slow, async () => {
  const cache = join(clone, 'node_modules/.cache/assembly');
  const inUse = () => new Set(globSync('*/*.user', { cwd: cache }));
  const before = inUse();
  // One request; the next one in a quarter of an hour.
  change(
    'infra/plants-api.ts',
    'settings.throttleRate, burstLimit: settings.throttleBurst',
    '0.001, burstLimit: 1',
  );
  change(answerFile, '204', '205');
  await prints('Rebuilt.');
  expect([await post(needed), await post(needed)]).toEqual([205, 429]);
  change(answerFile, '205', '206');
  await prints('Rebuilt.');
  expect([await post(needed), await post(needed)]).toEqual([206, 429]);
  // A new instance never reads code that is just being written.
  const built = globSync('*/CreatePlant*', { cwd: cache }).map((path) => basename(path));
  expect(built.toSorted()).toEqual(['CreatePlant', 'CreatePlant-2']);
  // The folder of the bundles as before, and the new assembly instead of the old one.
  const kept = inUse().intersection(before);
  expect([before.size, inUse().size, kept.size]).toEqual([2, 2, 1]);
  // This error comes before aws-cdk-lib is loaded, which takes seconds.
  change('infra/plant-store-stack.ts', 'new LiveFunction(', 'new LiveFunction(;');
  expect(await prints('stay in use.')).toMatch(/plant-store-stack\.ts:\d+:\d+\)\n/);
});
