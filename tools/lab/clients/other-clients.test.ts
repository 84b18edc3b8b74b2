import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, expect, it, vi } from 'vitest';
import { failures } from '../../../functions/http/failure.ts';
import { example, otherExample } from '../../../test/examples.ts';
import {
  storeDevelopmentTokens as fill,
  developmentToken as token,
} from '../../commands/token/development-token.ts';
import { startService } from '../../local/local-service.ts';
import { answerText, bodyOf, fields, keyOf, path } from '../../test/setup/contract.ts';
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
const contents = `export { client } from './generated/client.gen';
export { ${bodyOf} as send } from './generated/sdk.gen';
${recipe}`;
const outfile = join(folder, 'clients.mjs');
await build({ stdin: { contents, resolveDir: folder }, bundle: true, format: 'esm', outfile });
const { client, send, bodySerializer } = await import(pathToFileURL(outfile).href);

vi.spyOn(console, 'info').mockImplementation(() => {});
const service = await startService({ fill });
afterAll(service.close);

type Create = (body: object) => Promise<unknown>;

function withOpenapiFetch(): Create {
  const headers = { authorization: `Bearer ${token}` };
  const { POST } = openapiFetch({ baseUrl: service.url, headers, bodySerializer });
  return (body) => POST(path as never, { body } as never);
}

function withHeyApi(): Create {
  client.setConfig({ baseUrl: service.url, auth: token, bodySerializer });
  return (body) => send({ body });
}

/** A field of an int64 with its largest value, if the contract has one: the key of an item, for example. */
function largestInteger(): object {
  const [name, rules] = Object.entries(fields).find(([, { type }]) => type === 'integer') ?? [];
  if (name === undefined || rules?.['format'] !== 'int64') return {};
  return { [name]: BigInt(rules['maximum'] ?? 2n ** 63n - 1n) };
}

it.each([
  ['openapi-fetch', withOpenapiFetch],
  ['hey-api', withHeyApi],
])('%s with the recipe keeps each digit', async (_, clientOf) => {
  const create = clientOf();
  const sent = { ...example(), ...largestInteger() };
  const other = { ...otherExample(), ...largestInteger() };
  expect(await create(sent)).toMatchObject({ data: JSON.parse(answerText(sent)) });
  const message = expect.stringContaining(keyOf(sent));
  const { error } = failures.idTaken;
  expect(await create(other)).toMatchObject({ error: { error, message } });
});
