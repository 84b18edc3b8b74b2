import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { startPlantStore } from '../../../../tools/commands/start/service.ts';
import { writeClientPackage } from '../../../../tools/contract/client/client-package.ts';
import { failureTable } from '../../../../tools/contract/contract.ts';
import { docsPage } from '../../../../tools/contract/page/page.ts';
import { contract } from '../../../plants.ts';
import { assembly } from '../../../synthesized.ts';
import { npm, onWindows } from '../../../system.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

const name = 'plant-store-client';
const root = temporaryFolder();
const folder = join(root, 'client');
writeClientPackage(folder, contract);
const [packed] = JSON.parse(npm(['pack', folder, '--json'], root));
const user = temporaryFolder();
writeFileSync(join(user, 'package.json'), '{ "type": "module" }');
npm(['install', '--offline', '--no-audit', '--no-fund', folder], user);

const store = await startPlantStore({ assembly });
afterAll(async () => {
  await store.close();
});

const readme = readFileSync(join(folder, 'README.md'), 'utf8');
/** The first example of the package's README, which is TypeScript and JavaScript alike. */
const example = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '';

/** Runs the example in a project with the package, and returns its output. */
async function run(id: bigint, plant: string, [command = '', ...args]: string[]) {
  const code = Object.entries({
    'http://127.0.0.1:3000': store.url,
    'plant_…': store.token,
    '9223372036854775807n': `${id}n`,
    Sequoia: plant,
  }).reduce((text, [from, to]) => text.replace(from, to), example);
  const file = join(user, 'example.mjs');
  writeFileSync(file, code);
  const settings = { cwd: user, shell: onWindows };
  return (await promisify(execFile)(command, [...args, file], settings)).stdout;
}

/** RUNTIMES=node@20,deno,bun: packages of npm, each with a runtime of its name. */
const runtimes = (process.env['RUNTIMES'] ?? '').split(',').filter(Boolean);

describe('the packed client', () => {
  it('holds code, types, README and licence, and nothing else', () => {
    const modules = ['read-answer', 'client-error', 'client-options', 'contract.generated', name];
    const code = modules.flatMap((module) => [`${module}.d.ts`, `${module}.js`]);
    const files = packed.files.map(({ path }: { path: string }) => path);
    expect(new Set(files)).toEqual(new Set(['LICENSE', 'README.md', 'package.json', ...code]));
  });

  it('is found by CommonJS and by its manifest, and depends on nothing', () => {
    const require = createRequire(join(user, 'any.cjs'));
    expect(require(name).plantStoreClient).toBeInstanceOf(Function);
    const manifest = require(`${name}/package.json`);
    expect(manifest).toMatchObject({ name, version: contract.info.version });
    expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
    // For tools that do not read `exports`.
    const { default: main, types } = manifest.exports['.'];
    expect(manifest).toMatchObject({ main, types });
  });

  it('explains every code of the contract', () => {
    const codes = [...readme.matchAll(/^\| (\d{4}) \|/gm)].map(([, code]) => code);
    expect(codes).toEqual(failureTable(contract).map(({ error }) => `${error}`));
  });

  it.each([
    ['node', [process.execPath]],
    ...runtimes.map((name): [string, string[]] => [name, commandOf(name)]),
  ])('adds plants with ids that differ in the last digit only, on %s', async (name, runtime) => {
    const id = 2n ** 62n + 4096n * BigInt(runtimes.indexOf(name));
    expect(Number(id)).toBe(Number(id + 1n));
    expect(await run(id, 'Sequoia', runtime)).toBe('Sequoia is in the store.\n');
    expect(await run(id + 1n, 'Fern', runtime)).toBe('Fern is in the store.\n');
    expect(await run(id, 'Fern', runtime)).toBe('Another plant has this id.\n');
  });

  // cmd.exe needs other quotes.
  it.skipIf(onWindows).each([
    ['typescript', [process.execPath, '--input-type=module', '-e'], ''],
    ['curl', ['sh', '-c'], '{"name":"Fern","tag":"indoor"}'],
  ])('does what the page of the contract shows for %s', async (language, runner, printed) => {
    const shown = new RegExp(`<pre class="${language}"><code>(.*?)</code>`, 's');
    const [, escaped = ''] = shown.exec(docsPage(contract, store)) ?? [];
    const code = escaped.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
    const [command = '', ...args] = runner;
    const { stdout } = await promisify(execFile)(command, [...args, code], { cwd: user });
    expect({ code, stdout }).toEqual({ code: expect.stringContaining('Fern'), stdout: printed });
  });
});

function commandOf(runtime: string): string[] {
  const [name = ''] = runtime.split('@');
  const start = name === 'deno' ? [name, 'run', '--allow-net'] : [name];
  return ['npm', 'exec', '--yes', `--package=${runtime}`, '--', ...start];
}

const compiler = join(import.meta.dirname, '../../../../node_modules/typescript/bin/tsc');

it('has types that fit its README, and refuse what is wrong', () => {
  const [first = '', ...others] = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  const files = {
    'example.ts': first,
    'others.ts': `import { type ClientOptions, type NewPlant, plantStoreClient } from '${name}';
declare const [url, token, plant]: [URL, string, NewPlant];
declare const secrets: { read(name: string): Promise<string> };
declare const client: ReturnType<typeof plantStoreClient>;
${others.join('')}`,
    'checked.ts': `import { ClientError, type ErrorCode, NoAnswerError, plantStoreClient, RefusedError } from '${name}';
const client = plantStoreClient({ url: '', token: () => '', fetch: async () => new Response() });
const { tag } = await client.createPlant({ id: 7n, name: 'Fern', tag: undefined }, { signal: undefined });
plantStoreClient({ url: new URL('http://a'), token: async () => tag ?? '', fetch, attempts: undefined });
const taken: ErrorCode = 1004;
declare const error: unknown;
if (error instanceof NoAnswerError) error.cause;
if (error instanceof RefusedError && error.error !== taken && error.error !== 1999) error.attempts;
// @ts-expect-error: not a code of the contract
const unknown: ErrorCode = 1999;
// @ts-expect-error: an id that is a number
await client.createPlant({ id: 7, name: 'Fern' });
// @ts-expect-error: a plant without a name
await client.createPlant({ id: 7n });
// @ts-expect-error: a client without a token
plantStoreClient({ url: '' });
// @ts-expect-error: an answer has no id
(await client.createPlant({ id: 7n, name: 'Fern' })).id;
// @ts-expect-error: only a RefusedError has a code
if (error instanceof ClientError) error.error;
`,
  };
  for (const [file, code] of Object.entries(files)) writeFileSync(join(user, file), code);
  // Without a check of TypeScript's own types, which takes longer than all the rest.
  const checks = '--noEmit --strict --exactOptionalPropertyTypes --skipDefaultLibCheck';
  const options = `--ignoreConfig ${checks} --module nodenext --lib es2022,dom`.split(' ');
  const args = [compiler, ...options, ...Object.keys(files)];
  const tsc = spawnSync(process.execPath, args, { cwd: user, encoding: 'utf8' });
  expect(tsc).toMatchObject({ status: 0, stdout: '' });
});
