import { afterAll, expect, it } from 'vitest';
import { startDynamodbProxy } from '../../setup/dynamodb-proxy.ts';
import { functionFolder, template } from '../../setup/synthesized.ts';
import { callsCode, keys, runCode, startCode } from './lambda-process.ts';

const store = await startDynamodbProxy();
afterAll(store.stop);

/** Runs code in a process like Lambda's, with these flags and a store; returns its output. */
async function run(code: string, ...flags: readonly string[]): Promise<string> {
  // A name, because Node has nothing to look up for an address.
  const url = store.url.replace('127.0.0.1', 'localhost');
  const env = { ...keys, AWS_ENDPOINT_URL_DYNAMODB: url };
  const { stdout, stderr } = await runCode(code, env, ['--expose-gc', '--no-warnings', ...flags]);
  expect(stderr).toBe('');
  return stdout;
}

const fn = 'CreatePlant';
const start = startCode(fn);

// https://nodejs.org/api/v8.html#v8setflagsfromstringflags: "unpredictable behavior, including crashes and data loss"
it('changes no flag of V8 while the function runs', async () => {
  const refuse = `process.getBuiltinModule('node:v8').setFlagsFromString = (flag) => {
    throw new Error(flag);
  };`;
  await run(refuse + start + callsCode(fn, 3));
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
  const bundle = JSON.stringify(`${functionFolder(fn)}/`);
  const startWithout = `const require = process.getBuiltinModule('node:module').createRequire(${bundle});
    await require('./handler.js').warmUp();`;
  expect(await largest(startWithout)).toBeGreaterThan(50_000);
  expect(await largest(start)).toBeLessThan(10_000);
});
