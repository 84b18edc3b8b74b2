import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDynamodbProxy } from '../../../dynamodb-proxy.ts';
import { functionFolder, template } from '../../../synthesized.ts';
import { callCode, callsCode, keys, runCode, startCode } from './lambda-process.ts';

const store = await startDynamodbProxy();
afterAll(store.stop);

/** Runs code in a process like Lambda's, with these flags and a store; returns its output. */
async function run(code: string, flags: readonly string[]): Promise<string> {
  // A name: at an address, Node has nothing to look up.
  const url = store.url.replace('127.0.0.1', 'localhost');
  const env = { ...keys, AWS_ENDPOINT_URL_DYNAMODB: url };
  const { stdout, stderr } = await runCode(code, env, [...flags, '--no-warnings']);
  expect(stderr).toBe('');
  return stdout;
}

/** Code that starts a function like Lambda, or without its entry. */
const starts = {
  byItsEntry: startCode,
  withoutIt: (fn: string) =>
    `const require = process.getBuiltinModule('node:module').createRequire(${JSON.stringify(`${functionFolder(fn)}/`)});
    const { handler, warmUp } = require('./handler.js');
    await warmUp();`,
};

// Node's own lists of its modules: from its cache, and compiled now.
const count = `
  import { createRequire } from 'node:module';
  const { internalBinding } = createRequire('/')('internal/test/binding');
  const usage = () => internalBinding('builtins').getCacheUsage();`;
const report = `
  const { compiledWithCache, compiledWithoutCache } = usage();
  console.log(JSON.stringify({ cached: [...compiledWithCache], compiled: [...compiledWithoutCache] }));`;

async function modulesOf(start: string, flags: readonly string[]) {
  const text = await run(`${count}${start}${report}`, ['--expose-internals', ...flags]);
  // The authorizer has logged its refusals before.
  return JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as {
    cached: string[];
    compiled: string[];
  };
}

const heavy = ['crypto', 'tls', '_http_client', 'https'];

describe.each(['CreatePlant', 'Authorize'])("%s, started with Lambda's --expose-gc", (fn) => {
  it("takes Node's modules from Node's cache, which it would not do without its entry", async () => {
    const { cached } = await modulesOf(starts.byItsEntry(fn), ['--expose-gc']);
    expect(cached).toEqual(expect.arrayContaining(heavy));
    const without = await modulesOf(starts.withoutIt(fn), ['--expose-gc']);
    expect(without.compiled).toEqual(expect.arrayContaining(heavy));
    expect(without.cached).toEqual([]);
  });

  it('loads no web streams for the warm-up or for calls', async () => {
    const start = starts.byItsEntry(fn) + callsCode(fn, 2);
    const { cached, compiled } = await modulesOf(start, ['--expose-gc']);
    expect([...cached, ...compiled].filter((name) => name.includes('webstreams'))).toEqual([]);
  });
});

// Node 26 has no regular expression of this size, and tests on macOS can run on it.
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

describe('V8 compiles code again that runs twice', () => {
  const compiled = async (start: string) => {
    const trace = await run(start, ['--expose-gc', '--trace-baseline-batch-compilation']);
    return trace.match(/Enqueued/g)?.length ?? 0;
  };
  const fn = 'CreatePlant';
  const byItsEntry = starts.byItsEntry(fn);
  const withoutIt = starts.withoutIt(fn);
  let start: number;
  let without: number;
  beforeAll(async () => {
    start = await compiled(byItsEntry);
    without = await compiled(withoutIt);
  });

  it('a third less of it during the start', () => {
    expect(without).toBeGreaterThan(100);
    expect(start).toBeLessThan((2 / 3) * without);
  });

  it('nothing in the first event, but from the second on', async () => {
    expect(await compiled(byItsEntry + callsCode(fn, 1))).toBeLessThan(start + 10);
    expect(await compiled(byItsEntry + callsCode(fn, 3))).toBeGreaterThan(start + 40);
    expect(await compiled(withoutIt + callsCode(fn, 1))).toBeGreaterThan(without + 40);
  });
});

describe('the entry', () => {
  it("lets later modules also come from Node's cache", async () => {
    const fn = 'CreatePlant';
    const later = `${callsCode(fn, 2)}process.getBuiltinModule('node:dgram');`;
    const { cached } = await modulesOf(starts.byItsEntry(fn) + later, ['--expose-gc']);
    expect(cached).toContain('dgram');
  });

  it('works if Node is started without the flag', async () => {
    const start = starts.byItsEntry('CreatePlant');
    const { cached, compiled } = await modulesOf(start, []);
    expect(cached).toEqual(expect.arrayContaining(heavy));
    expect(compiled).toEqual([]);
  });

  it.each(['--no-opt', '--stack-size=900', '--max-lazy'])(
    'works if Node cannot use its cache, because of %s',
    async (flag) => {
      const start = starts.byItsEntry('CreatePlant');
      const call = `console.log(JSON.stringify(${callCode('CreatePlant')}));`;
      const flags = ['--expose-internals', '--expose-gc', flag];
      const text = await run(`${count}${start}${report}${call}`, flags);
      const [usage, answer] = text.split('\n', 2).map((line) => JSON.parse(line));
      expect(usage.compiled).toEqual(expect.arrayContaining(heavy));
      expect(answer).toMatchObject({ statusCode: 200 });
    },
  );
});
