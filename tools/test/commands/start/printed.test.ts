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

it('the line of a request has no token', () => {
  const token = createToken();
  const answer = { statusCode: 404, headers: {}, body: Buffer.from('') };
  expect(requestLine({ method: 'GET', path: `/${token}` }, answer, 1)).not.toContain(token);
});
