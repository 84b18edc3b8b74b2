import { expect, it } from 'vitest';
import { banner, opening } from '../../../../infra/commands/start/banner.ts';

const ready = {
  url: 'http://127.0.0.1:3000',
  token: 'plant_token',
  dynamodb: 'http://127.0.0.1:8000',
  tables: { PlantsTable: 'Plants', TokensTable: 'Tokens' },
  docs: 'http://127.0.0.1:3001',
  data: '.plant-store',
  outside: false,
};
function marked(colour: string, text: string) {
  return `<${colour}>${text}`;
}

it('the banner says where everything is, and how to send the first request', () => {
  const text = banner(ready, marked);
  expect(text).toContain('<bold>The plant store runs at <green>http://127.0.0.1:3000\n');
  expect(text).toContain('docs    http://127.0.0.1:3001 (');
  expect(text).toContain(
    'tables  http://127.0.0.1:8000 (PlantsTable, TokensTable; any DynamoDB client, any credentials)\n',
  );
  expect(text).toContain('kept    .plant-store\n');
  expect(text).toContain('token   plant_token\n');
  expect(text).toContain(
    "curl http://127.0.0.1:3000/plants \\\n    -H 'Authorization: Bearer plant_",
  );
});

it('the banner says when nothing is kept', () => {
  expect(banner({ ...ready, data: undefined }, marked)).toContain('kept    in memory only\n');
});

it('the banner says when the tables are those of another DynamoDB', () => {
  const text = banner({ ...ready, data: undefined, outside: true }, marked);
  expect(text).toContain('any DynamoDB client, access key local, region us-east-1)\n');
  expect(text).toContain('kept    there, as that DynamoDB keeps it\n');
});

it('the banner says how to make a token where none is known that holds', () => {
  const text = banner({ ...ready, token: null }, marked);
  expect(text).toContain('token   none yet: npm run token -- create --client NAME');
  expect(text).toContain("'Authorization: Bearer TOKEN'");
});

it('nothing is said of a host that other machines cannot reach', () => {
  expect(opening('127.0.0.1', { ...ready, isExposed: false })).toBeUndefined();
});

it.each(['0.0.0.0', '172.17.0.1', '::'])('one line says what the host %s opens', (host) => {
  expect(opening(host, { ...ready, isExposed: true })).toBe(
    `Open to all who reach ${host}: the tables with plants and tokens, to read and to write, and the docs page with its token.`,
  );
  expect(opening(host, { outside: true, isExposed: true })).toBe(
    `Open to all who reach ${host}: the docs page with its token.`,
  );
});
