import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { banner, requestLine } from '../../../commands/start/printed.ts';
import { createToken } from '../../../commands/token/create-token.ts';
import { contract, operation, path } from '../../setup/contract.ts';

const ready = {
  contract,
  url: 'http://127.0.0.1:3000',
  token: 'token',
  dynamodb: 'http://127.0.0.1:8000',
  tables: { First: 'First', Second: 'Second' },
  docs: 'http://127.0.0.1:3001',
  data: 'the-folder',
};

it.each([
  [{}, [contract.info.title, ...Object.values(ready).filter((value) => typeof value === 'string')]],
  [{ data: undefined }, ['memory']],
  [{ token: null }, ['npm run token -- create --client ', "'Authorization: Bearer TOKEN'"]],
])('the banner of %j shows %j', (changes, words) => {
  const text = stripVTControlCharacters(banner({ ...ready, ...changes }));
  for (const word of words) expect(text).toContain(word);
});

it.each([
  [`'{"name":"a'\\''b"}'`, { example: { name: "a'b" } }],
  [`'{"id":9223372036854775807}'`, { example: { id: 2n ** 63n - 1n } }],
  ["'JSON'", {}],
])('the first request of a contract can have %s', (body, examples) => {
  const { schema } = operation.requestBody.content['application/json'];
  const requestBody = { content: { 'application/json': { schema, ...examples } } };
  const paths = { [path]: { post: { ...operation, requestBody } } };
  expect(banner({ ...ready, contract: { ...contract, paths } })).toContain(`-d ${body}\n`);
});

function inPath(schema: object) {
  return [{ in: 'path', name: 'key', schema }];
}

function takes(example: object) {
  return { requestBody: { content: { 'application/json': { schema: {}, example } } } };
}

const number = { type: 'integer' };
const put = { operationId: 'replace', parameters: inPath({ ...number, examples: [7] }) };
it.each<[string, object, string]>([
  ['a path with a key', { '/a/{key}': { put: { ...put, ...takes({ b: 1 }) } } }, `-X PUT URL/a/7`],
  [
    'a key with a slash in the body',
    { '/a/{key}': { put: { ...put, ...takes({ key: 'x/y' }) } } },
    '-X PUT URL/a/x%2Fy',
  ],
  [
    'an operation that needs no key',
    {
      '/a/{key}': { put: { ...put, ...takes({}) } },
      '/b': { post: { operationId: 'create', ...takes({}) } },
    },
    'URL/b',
  ],
  [
    'no body, and a key without an example',
    { '/a/{key}': { get: { operationId: 'read', parameters: inPath(number) } } },
    'URL/a/KEY',
  ],
])('the first request of a contract can have %s', (_, paths, expected) => {
  const text = banner({ ...ready, url: 'URL', contract: { paths } });
  const [request, ...options] =
    /curl (.*(?: \\\n.*)*)\n\n/.exec(text)?.[1]?.split(' \\\n    ') ?? [];
  expect(request).toBe(expected);
  expect(options.some((option) => option.startsWith('-d '))).toBe(!expected.endsWith('KEY'));
});

it('the line of a request has no token', () => {
  const token = createToken();
  const answer = { statusCode: 404, headers: {}, body: Buffer.from('') };
  expect(requestLine({ method: 'GET', path: `/${token}` }, answer, 1)).not.toContain(token);
});
