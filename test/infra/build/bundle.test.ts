import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { functions, type LiveName } from '../../../functions/service.ts';
import { buildOptions } from '../../../infra/build/bundle.ts';
import { type Call, startRecordingProxy } from '../../../tools/test/setup/recording-proxy.ts';
import { folderOf, readEvent } from '../../setup/event-files.ts';
import { runWithFunction } from '../../setup/function-process.ts';
import { functionFolder, liveNames } from '../../setup/synthesized.ts';

const allFunctions = Object.keys(functions);
/** Lambda and sam local put the keys there, with or without a session. */
const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };

/** The modules of Node that a start may load. Each more costs every cold start a millisecond or several. */
const builtinModulesOfStart = `
  async_hooks buffer crypto diagnostics_channel events fs http https module net os path process querystring
  stream stream/consumers stream/promises string_decoder timers tls url util util/types zlib
`.split(/\s+/);

/** Starts a function, calls it, also if it fails, runs code, and returns the output of its process. */
function start(fn: LiveName, environment: Record<string, string>, calls = 0, code = '') {
  const event = JSON.stringify(readEvent(`${folderOf(fn)}/valid.json`));
  const call = `await handler(${event}, {}).catch(() => {});`;
  return runWithFunction(functionFolder(fn), call.repeat(calls) + code, environment);
}

describe.each(liveNames)('%s, started as by Lambda', (fn) => {
  it('sends one request to its store, over the connection of the later calls', async () => {
    const store = await startRecordingProxy();
    onTestFinished(store.stop);
    const environment = {
      ...keys,
      AWS_SESSION_TOKEN: 'session',
      AWS_ENDPOINT_URL_DYNAMODB: store.url,
    };
    const modules = 'console.log(process.moduleLoadList.join("\\n"));';
    const { stdout } = await start(fn, environment, 2, modules);
    // The SDK's own collector loads them: 6 ms of each start, and memory that is never freed.
    expect(stdout.match(/.+\/webstreams\/.+/g), "Node's web streams").toBeNull();
    const loaded = stdout.match(/(?<=^NativeModule )(?!_|internal\/).+/gm) ?? [];
    const others = loaded.filter(
      (name) => builtinModules.includes(name) && !builtinModulesOfStart.includes(name),
    );
    expect(others, 'what the start loads beside builtinModulesOfStart').toEqual([]);
    const methods = store.calls.map(({ method }) => method);
    expect(methods, `events/${folderOf(fn)}/valid.json, twice`).toEqual(['GET', 'POST', 'POST']);
    expect(new Set(store.calls.map(({ port }) => port)).size).toBe(1);
    expectKeys(store.calls.at(-1), 'session');
  });

  it('traces a failure to its TypeScript line', async () => {
    const store = await startRecordingProxy({
      hook: (response) => response.writeHead(400, { 'x-amzn-requestid': 'proxy' }).end('{}'),
    });
    onTestFinished(store.stop);
    const { stderr } = await start(fn, { ...keys, AWS_ENDPOINT_URL_DYNAMODB: store.url }, 1);
    expectKeys(store.calls.at(-1), undefined);
    const [, file, line] = /at (?:async )?(functions\/\S+-store\.ts):(\d+):/.exec(stderr) ?? [];
    if (file === undefined) {
      const event = `events/${folderOf(fn)}/valid.json`;
      throw new Error(`${fn} logs no line of its *-store.ts for ${event}: ${stderr}`);
    }
    expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toContain('.send(');
  });
});

/** The call is signed by the keys in the environment. */
function expectKeys(call: Call | undefined, session: string | undefined): void {
  expect(call?.headers.authorization).toMatch(/Credential=a\//);
  expect(call?.headers['x-amz-security-token']).toBe(session);
}

it.each(allFunctions)('%s has no other files', (fn) => {
  expect(readdirSync(functionFolder(fn)).toSorted()).toEqual([
    'handler.js',
    'handler.js.map',
    'index.mjs',
    'package.json',
  ]);
});

/** The most bytes of each part of a bundle: each start reads and compiles them. A new package needs its own line. */
const mostBytes: Readonly<Record<string, number>> = {
  // Our own code, with the validators of the contract.
  functions: 25_000,
  'infra/build': 500,
  '@smithy/core': 95_000,
  '@smithy/node-http-handler': 8_000,
  '@smithy/signature-v4': 10_500,
  '@smithy/types': 500,
  '@aws-sdk/client-dynamodb': 33_000,
  '@aws-sdk/client-cloudwatch': 19_000,
  '@aws-sdk/core': 24_000,
  '@aws-sdk/dynamodb-codec': 2_500,
  '@aws-sdk/endpoint-cache': 1_000,
  '@aws-sdk/lib-dynamodb': 7_500,
  '@aws-sdk/middleware-endpoint-discovery': 1_000,
  '@aws-sdk/util-dynamodb': 5_500,
  '@aws/lambda-invoke-store': 2_500,
  '@middy/core': 3_500,
  '@middy/http-json-body-parser': 1_000,
  '@middy/util': 1_000,
  '@middy/validator': 3_000,
  '@smithy/middleware-compression': 2_500,
  mnemonist: 5_500,
  obliterator: 2_500,
};

describe('each part is within its limit', () => {
  let outputs: Metafile['outputs'];
  beforeAll(async () => {
    // All in one call, as for a deploy.
    const entryPoints = Object.entries(functions).map(([out, { file }]) => ({ in: file, out }));
    const built = await build({ ...buildOptions, entryPoints, sourcemap: false, metafile: true });
    outputs = built.metafile.outputs;
  });

  it.each(allFunctions)('of %s', (fn) => {
    const bytesOf = new Map<string, number>();
    for (const [path, { bytesInOutput }] of Object.entries(outputs[`${fn}.js`]?.inputs ?? {})) {
      const part = partOf(path);
      bytesOf.set(part, (bytesOf.get(part) ?? 0) + bytesInOutput);
    }
    expect(bytesOf.size).toBeGreaterThan(1);
    const grown = [...bytesOf].filter(([part, bytes]) => bytes > (mostBytes[part] ?? 0));
    expect(grown, 'parts that have more bytes than in mostBytes').toEqual([]);
  });
});

/** The package of a file, or the folder of our own code. */
function partOf(path: string): string {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  return name ?? /^(?:functions|infra\/build)/.exec(path)?.[0] ?? path;
}

// buildOptions replaces parts of the SDK by their names. If a release of the SDK moves them, esbuild does not say so.
describe.each(allFunctions)('the SDK in %s', (fn) => {
  const read = (file: string) => readFileSync(join(functionFolder(fn), file), 'utf8');
  const sources: string[] = JSON.parse(read('handler.js.map')).sources;

  it('has none of the parts that infra/build/bundle.ts replaces', () => {
    const replaced = /ini-file|credential-provider-|node-config-provider|event-streams/;
    const left = sources.filter((path) => replaced.test(path));
    expect(left, 'its alias and external').toEqual([]);
  });

  // npm nests a second one if two packages need different versions. The alias replaces a part of only one.
  it('has one @smithy/core', () => {
    const folders = sources.flatMap((path) => path.match(/.*@smithy\/core(?=\/)/) ?? []);
    expect(new Set(folders)).toEqual(new Set(['node_modules/@smithy/core']));
  });

  it('loads nothing by import(), which would start another loader of Node at the first call', () => {
    expect(read('handler.js').match(/\bimport\(.{0,80}/g)).toBeNull();
  });
});
