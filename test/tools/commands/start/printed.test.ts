import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { banner, exposureWarning, requestLine } from '../../../../tools/commands/start/printed.ts';
import { redacted } from '../../../../tools/commands/terminal/printable.ts';
import { generateToken } from '../../../../tools/commands/token/generate-token.ts';
import { contract, operation, path, tableKey } from '../../../setup/plants.ts';

const ready = {
  contract,
  url: 'http://127.0.0.1:3000',
  token: 'plant_token',
  dynamodb: 'http://127.0.0.1:8000',
  tables: { PlantsTable: 'Plants', TokensTable: 'Tokens' },
  docs: 'http://127.0.0.1:3001',
  data: '.plant-store',
  debugPort: undefined,
};

it.each([
  [
    {},
    [
      ' http://127.0.0.1:3000\n',
      'http://127.0.0.1:3001 ',
      ' http://127.0.0.1:8000 (PlantsTable, TokensTable',
      ' .plant-store\n',
      ' plant_token\n',
      `curl http://127.0.0.1:3000${path} \\\n    -H 'Authorization: Bearer plant_token'`,
      `\n    -d '{"${tableKey.AttributeName}":`,
    ],
  ],
  [{ data: undefined }, ['memory']],
  [{ debugPort: 9229 }, [' 127.0.0.1:9229\n']],
  [
    { token: null },
    ['npm run token -- create --client NAME\n', "-H 'Authorization: Bearer TOKEN'"],
  ],
])('the banner of %j shows the addresses and the first request', (changes, lines) => {
  const text = stripVTControlCharacters(banner({ ...ready, ...changes }));
  for (const line of lines) expect(text).toContain(line);
});

it.each([
  [{ example: { name: "a'b" } }, `'{"name":"a'\\''b"}'`],
  [{}, "'JSON'"],
])('the first request of a contract with %j has %s', (examples, body) => {
  const { schema } = operation.requestBody.content['application/json'];
  const requestBody = { content: { 'application/json': { schema, ...examples } } };
  const paths = { [path]: { post: { ...operation, requestBody } } };
  expect(banner({ ...ready, contract: { ...contract, paths } })).toContain(`-d ${body}\n`);
});

it.each([
  [200, '{"error":7,"name":"x"}', '200 8 ms'],
  [400, '{"error":1004,"message":"x"}', '400 error 1004 8 ms'],
  [403, '{"message":"Forbidden"}', '403 8 ms'],
])('the line of a request has its status %i, and no token', (statusCode, body, end) => {
  const token = generateToken();
  const request = { method: 'GET\u001b', path: `/${token}` };
  const line = requestLine(request, { statusCode, body, headers: {} }, 7.6);
  expect(stripVTControlCharacters(line)).toBe(`GET\u{fffd} ${redacted(`/${token}`)} ${end}`);
  expect(line).not.toContain(token);
});

it('warns of other machines that can connect, and writes the host as URLs do', () => {
  const dynamodb = 'http://[::]:8000';
  expect(exposureWarning({ url: 'http://[::]:3000', dynamodb })).toMatch(
    /anyone who can reach \[::\] .+ tables at http:\/\/\[::\]:8000 accept any credentials/,
  );
});
