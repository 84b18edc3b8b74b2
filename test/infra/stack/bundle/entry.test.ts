import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDynamodbProxy } from '../../../dynamodb-proxy.ts';
import { readEvent } from '../../../service/events/event-files.ts';
import { functionFolder, template } from '../../../synthesized.ts';

const events: Record<string, unknown> = {
  CreatePlant: readEvent('create-plant/valid.json'),
  Authorize: readEvent('authorize/valid.json'),
};

const store = await startDynamodbProxy();
afterAll(store.stop);

/** Runs code in a process like Lambda's, with these flags and a store within reach; gives what it wrote. */
async function run(code: string, flags: readonly string[]): Promise<string> {
  const env = {
    PLANTS_TABLE_NAME: 'Plants',
    TOKENS_TABLE_NAME: 'Tokens',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
    // A name: at an address, Node has nothing to look up.
    AWS_ENDPOINT_URL_DYNAMODB: store.url.replace('127.0.0.1', 'localhost'),
  };
  const args = [...flags, '--no-warnings', '--input-type=module', '-e', code];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    env,
    cwd: tmpdir(),
  });
  expect(stderr).toBe('');
  return stdout;
}

/** Starts a function as Lambda does, and without its entry. */
const starts = {
  byItsEntry: (fn: string) => {
    const index = pathToFileURL(join(functionFolder(fn), 'index.mjs')).href;
    return `const { handler } = await import(${JSON.stringify(index)});`;
  },
  withoutIt: (fn: string) =>
    `const require = process.getBuiltinModule('node:module').createRequire(${JSON.stringify(`${functionFolder(fn)}/`)});
    const { handler, warmUp } = require('./handler.js');
    await warmUp();`,
};

// Node's own count of its modules: those that came compiled, and those that were compiled.
const count = `
  import { createRequire } from 'node:module';
  const { internalBinding } = createRequire('/')('internal/test/binding');
  const usage = () => internalBinding('builtins').getCacheUsage();`;
const report = `
  const { compiledWithCache, compiledWithoutCache } = usage();
  console.log(JSON.stringify({ cached: [...compiledWithCache], compiled: [...compiledWithoutCache] }));`;

async function modulesOf(start: string, flags: readonly string[]) {
  const text = await run(`${count}${start}${report}`, ['--expose-internals', ...flags]);
  // The authorizer logs its refusals before.
  return JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as {
    cached: string[];
    compiled: string[];
  };
}

const heavy = ['crypto', 'tls', '_http_client', 'https'];

describe.each(['CreatePlant', 'Authorize'])("%s, started with Lambda's --expose-gc", (fn) => {
  it("takes Node's modules from Node's cache, which they would not come from otherwise", async () => {
    const { cached } = await modulesOf(starts.byItsEntry(fn), ['--expose-gc']);
    expect(cached).toEqual(expect.arrayContaining(heavy));
    const without = await modulesOf(starts.withoutIt(fn), ['--expose-gc']);
    expect(without.compiled).toEqual(expect.arrayContaining(heavy));
    expect(without.cached).toEqual([]);
  });

  it('loads no web streams, neither to warm up nor for calls', async () => {
    const call = `await handler(${JSON.stringify(events[fn])}, {}).catch(() => {});`;
    const { cached, compiled } = await modulesOf(starts.byItsEntry(fn) + call + call, [
      '--expose-gc',
    ]);
    expect([...cached, ...compiled].filter((name) => name.includes('webstreams'))).toEqual([]);
  });
});

// Node 26 has none so large; a macOS that has it installed runs the tests on it.
const runtime = template.Resources['CreatePlant']?.Properties['Runtime'];
const itOnLambdasNode = it.runIf(
  runtime === `nodejs${Number.parseInt(process.versions.node, 10)}.x`,
);

itOnLambdasNode("has V8 make no bytecode of Node's large regular expressions", async () => {
  const largest = async (start: string) => {
    const trace = await run(start, ['--trace-regexp-tier-up']);
    return Math.max(
      ...[...trace.matchAll(/bytecode size: (\d+)/g)].map(([, size]) => Number(size)),
    );
  };
  expect(await largest(starts.byItsEntry('CreatePlant'))).toBeLessThan(10_000);
  expect(await largest(starts.withoutIt('CreatePlant'))).toBeGreaterThan(50_000);
});

describe('V8 compiles again what runs twice', () => {
  const calls = (count: number) =>
    `await handler(${JSON.stringify(events['CreatePlant'])}, {});`.repeat(count);
  const compiled = async (start: string) => {
    const trace = await run(start, ['--expose-gc', '--trace-baseline-batch-compilation']);
    return trace.match(/Enqueued/g)?.length ?? 0;
  };
  const byItsEntry = starts.byItsEntry('CreatePlant');
  const withoutIt = starts.withoutIt('CreatePlant');
  let start: number;
  let without: number;
  beforeAll(async () => {
    start = await compiled(byItsEntry);
    without = await compiled(withoutIt);
  });

  it('a third less of it at the start', () => {
    expect(without).toBeGreaterThan(100);
    expect(start).toBeLessThan((2 / 3) * without);
  });

  it('nothing in the first event, but from the second on', async () => {
    expect(await compiled(byItsEntry + calls(1))).toBeLessThan(start + 10);
    expect(await compiled(byItsEntry + calls(3))).toBeGreaterThan(start + 40);
    expect(await compiled(withoutIt + calls(1))).toBeGreaterThan(without + 40);
  });
});

describe('the entry does no harm', () => {
  it("to the flags that it does not take back: what is loaded later comes from Node's cache", async () => {
    const call = `await handler(${JSON.stringify(events['CreatePlant'])}, {});`;
    const later = `${call}${call}process.getBuiltinModule('node:dgram');`;
    const { cached } = await modulesOf(starts.byItsEntry('CreatePlant') + later, ['--expose-gc']);
    expect(cached).toContain('dgram');
  });

  it('where Node is started without the flag', async () => {
    const start = starts.byItsEntry('CreatePlant');
    const { cached, compiled } = await modulesOf(start, []);
    expect(cached).toEqual(expect.arrayContaining(heavy));
    expect(compiled).toEqual([]);
  });

  it.each(['--no-opt', '--stack-size=900', '--max-lazy'])(
    "where Node's cache is of no use, started with %s",
    async (flag) => {
      const start = starts.byItsEntry('CreatePlant');
      const call = `console.log(JSON.stringify(await handler(${JSON.stringify(events['CreatePlant'])}, {})));`;
      const flags = ['--expose-internals', '--expose-gc', flag];
      const text = await run(`${count}${start}${report}${call}`, flags);
      const [usage, answer] = text.split('\n', 2).map((line) => JSON.parse(line));
      expect(usage.compiled).toEqual(expect.arrayContaining(heavy));
      expect(answer).toMatchObject({ statusCode: 200 });
    },
  );
});
