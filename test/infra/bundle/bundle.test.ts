import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LiveName } from '../../../functions/service.ts';
import { probeEnvironment } from '../../setup/cloudwatch.ts';
import { startDynamodbProxy } from '../../setup/dynamodb-proxy.ts';
import { functionFolder, liveFunctions } from '../../setup/synthesized.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { callsCode, keys, runCode, startCode } from './lambda-process.ts';

const allFunctions = [...liveFunctions, 'Probe'];
const silent = { stdout: '', stderr: '' };

/** Lets the warm-up take its time: on a busy machine, half a second can be too short. */
const patience = 'data:text/javascript,AbortSignal.timeout=()=>new AbortController().signal';

/** Starts a function, calls it, and returns the output of its process. */
function start(fn: LiveName, environment: Record<string, string>, calls = 0) {
  return runCode(startCode(fn) + callsCode(fn, calls), environment, ['--import', patience]);
}

// Without a warm-up, because no client waits for it.
it('the probe starts in any folder, also below a project of ES modules', async () => {
  const project = temporaryFolder();
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  const code = join(project, 'code');
  cpSync(functionFolder('Probe'), code, { recursive: true });
  const index = pathToFileURL(join(code, 'index.mjs')).href;
  const environment = { ...keys, ...probeEnvironment('http://127.0.0.1:1') };
  expect(await runCode(`await import('${index}')`, environment)).toEqual(silent);
});

describe.each(liveFunctions)('%s, started as by Lambda', (fn) => {
  it('sends one request to its store, over the connection of the later calls', async () => {
    const store = await startDynamodbProxy();
    onTestFinished(store.stop);
    const environment = { ...keys, AWS_ENDPOINT_URL_DYNAMODB: store.url };
    expect(await start(fn, environment)).toEqual(silent);
    expect(store.calls.splice(0).map(({ method }) => method)).toEqual(['GET']);
    await start(fn, environment, 2);
    expect(store.calls.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
    expect(new Set(store.calls.map(({ port }) => port)).size).toBe(1);
  });

  it('traces a failure to its TypeScript line', async () => {
    const { stderr } = await start(fn, { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' }, 1);
    const [, file, line] = /at (?:async )?(functions\/\S+-store\.ts):(\d+):/.exec(stderr) ?? [];
    if (file === undefined) throw new Error(`${fn} logs no line of its *-store.ts: ${stderr}`);
    expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toContain('documents.send(');
  });
});

it.each(allFunctions)('%s is at most 250 kB of code, and has no other files', (fn) => {
  expect(readdirSync(functionFolder(fn)).toSorted()).toEqual([
    'handler.js',
    'handler.js.map',
    'index.mjs',
    'package.json',
  ]);
  const { size } = statSync(join(functionFolder(fn), 'handler.js'));
  expect(size).toBeLessThanOrEqual(250_000);
});

it.each(allFunctions)('the map of %s contains neither sources nor paths of this machine', (fn) => {
  const map = JSON.parse(readFileSync(join(functionFolder(fn), 'handler.js.map'), 'utf8'));
  expect(map.sourcesContent).toBeUndefined();
  expect(map.sources.length).toBeGreaterThan(4);
  for (const source of map.sources)
    expect(source).toMatch(/^(functions|infra\/bundle\/lean-sdk|node_modules)\//);
});
