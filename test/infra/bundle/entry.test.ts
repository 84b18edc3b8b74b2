import { afterAll, describe, expect, it } from 'vitest';
import { startDynamodbProxy } from '../../dynamodb-proxy.ts';
import { functionFolder, template } from '../../synthesized.ts';
import { callCode, callsCode, keys, runCode, startCode } from './lambda-process.ts';

const store = await startDynamodbProxy();
afterAll(store.stop);

/** Runs code in a process like Lambda's, with these flags and a store; returns its output. */
async function run(code: string, ...flags: readonly string[]): Promise<string> {
  // A name, because Node has nothing to look up for an address.
  const url = store.url.replace('127.0.0.1', 'localhost');
  const env = { ...keys, AWS_ENDPOINT_URL_DYNAMODB: url };
  const { stdout, stderr } = await runCode(code, env, [...flags, '--no-warnings']);
  expect(stderr).toBe('');
  return stdout;
}

const fn = 'CreatePlant';
const start = startCode(fn);
/** Starts the same bundle without its entry. */
const startWithout = `const require = process.getBuiltinModule('node:module').createRequire(${JSON.stringify(`${functionFolder(fn)}/`)});
  const { handler, warmUp } = require('./handler.js');
  await warmUp();`;

/** The modules of Node that this code loads: from Node's cache, and compiled. */
async function modulesOf(code: string, ...flags: readonly string[]) {
  const text = await run(
    `import { createRequire } from 'node:module';
    const { internalBinding } = createRequire('/')('internal/test/binding');
    ${code}
    const usage = internalBinding('builtins').getCacheUsage();
    console.log(JSON.stringify([[...usage.compiledWithCache], [...usage.compiledWithoutCache]]));`,
    '--expose-internals',
    ...flags,
  );
  const [cached = [], compiled = []]: string[][] = JSON.parse(text.trim().split('\n').at(-1) ?? '');
  return { cached, compiled };
}

const heavy = expect.arrayContaining(['crypto', 'tls', '_http_client', 'https']);

describe("the entry, with Lambda's --expose-gc", () => {
  it("takes Node's modules from Node's cache, also later, and loads no web streams", async () => {
    const later = `${callsCode(fn, 2)}process.getBuiltinModule('node:dgram');`;
    const { cached, compiled } = await modulesOf(start + later, '--expose-gc');
    expect(cached).toEqual(heavy);
    expect(cached).toContain('dgram');
    expect([...cached, ...compiled].join()).not.toContain('webstreams');
    const without = await modulesOf(startWithout, '--expose-gc');
    expect(without).toEqual({ cached: [], compiled: heavy });
  });

  it.each(['--no-opt', '--stack-size=900'])('works if %s disables the cache', async (flag) => {
    const answer = `if ((${callCode(fn)}).statusCode !== 200) throw new Error('no answer');`;
    const { compiled } = await modulesOf(start + answer, '--expose-gc', flag);
    expect(compiled).toEqual(heavy);
  });

  it('has V8 compile less code again during the start, and most only from the second event', async () => {
    const compiled = async (code: string) => {
      const trace = await run(code, '--expose-gc', '--trace-baseline-batch-compilation');
      return trace.match(/Enqueued/g)?.length ?? 0;
    };
    const [before, without] = [await compiled(start), await compiled(startWithout)];
    expect(before).toBeLessThan((2 / 3) * without);
    expect(await compiled(start + callsCode(fn, 1))).toBeLessThan(before + 10);
    expect(await compiled(start + callsCode(fn, 3))).toBeGreaterThan(before + 40);
  });
});

it('the entry works if Node is started without the flag', async () => {
  expect(await modulesOf(start)).toEqual({ cached: heavy, compiled: [] });
});

// Node 26 has no regular expression of this size, and tests on macOS can run on it.
const runtime = template.Resources[fn]?.Properties['Runtime'];
const isOnLambdasNode = runtime === `nodejs${Number.parseInt(process.versions.node, 10)}.x`;

it.runIf(isOnLambdasNode)("V8 makes no bytecode of Node's large expressions", async () => {
  const largest = async (code: string) => {
    const trace = await run(code, '--trace-regexp-tier-up');
    return Math.max(
      ...[...trace.matchAll(/bytecode size: (\d+)/g)].map(([, size]) => Number(size)),
    );
  };
  expect(await largest(start)).toBeLessThan(10_000);
  expect(await largest(startWithout)).toBeGreaterThan(50_000);
});
