import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, expect, it, vi } from 'vitest';
import { idTaken } from '../../../functions/create-plant/plant-store.ts';
import { fields, keyOf, path, plant, textField } from '../../../test/setup/plants.ts';
import {
  storeDevelopmentTokens as fill,
  developmentToken as token,
} from '../../commands/development-token.ts';
import { startService } from '../../local/local-service.ts';
import { temporaryFolder } from '../../test/setup/temporary-folder.ts';

/** The code of the recipe. */
const recipe = /```js\n(.*?)```/s.exec(readFileSync('docs/CLIENTS.md', 'utf8'))?.[1] ?? '';

// Of tools/lab/package.json, so that `npm ci` does not install them.
const { createClient } = await import('@hey-api/openapi-ts');
const { default: openapiFetch } = await import('openapi-fetch');

const folder = temporaryFolder();
await createClient({
  input: 'openapi.yaml',
  output: join(folder, 'generated'),
  plugins: ['@hey-api/sdk', { name: '@hey-api/transformers', bigInt: true }],
  logs: { level: 'silent' },
});
const contents = `export { client } from '../../../tools/lab/clients/generated/client.gen';
export { createPlant } from '../../../tools/lab/clients/generated/sdk.gen';
${recipe}`;
const outfile = join(folder, 'clients.mjs');
await build({ stdin: { contents, resolveDir: folder }, bundle: true, format: 'esm', outfile });
const { client, createPlant, bodySerializer } = await import(pathToFileURL(outfile).href);

vi.spyOn(console, 'info').mockImplementation(() => {});
const store = await startService({ fill });
afterAll(store.close);

type Create = (body: object) => Promise<unknown>;

function withOpenapiFetch(): Create {
  const headers = { authorization: `Bearer ${token}` };
  const { POST } = openapiFetch({ baseUrl: store.url, headers, bodySerializer });
  return (body) => POST(path as never, { body } as never);
}

function withHeyApi(): Create {
  client.setConfig({ baseUrl: store.url, auth: token, bodySerializer });
  return (body) => createPlant({ body });
}

/** A plant with the largest value of an int64, if the contract has one. */
function largestPlant() {
  const [name, rules] = Object.entries(fields).find(([, { type }]) => type === 'integer') ?? [];
  if (name === undefined || rules?.['format'] !== 'int64') return plant();
  return { ...plant(), [name]: BigInt(rules['maximum'] ?? 2n ** 63n - 1n) };
}

it.each([
  ['openapi-fetch', withOpenapiFetch],
  ['hey-api', withHeyApi],
])('%s with the recipe keeps each digit', async (_, clientOf) => {
  const create = clientOf();
  const sent = largestPlant();
  const right = { data: { [textField]: sent[textField] } };
  expect(await create(sent)).toMatchObject(right);
  expect(await create({ ...sent, [textField]: 'another' })).toMatchObject({
    error: { error: 1004, message: idTaken(keyOf(sent)).message },
  });
});
