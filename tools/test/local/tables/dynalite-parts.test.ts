import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

const require = createRequire(import.meta.url);
const dynalite: () => Server = require('dynalite');

// Of dynalite's own files, tools/local/tables replaces these parts. A version that moves one needs a change there.
it.each<[string, object]>([
  [
    'dynalite/db',
    {
      create: expect.any(Function),
      checkConditional: expect.any(Function),
      mapPath: expect.any(Function),
    },
  ],
  ...['putItem', 'updateItem', 'deleteItem'].map((operation): [string, object] => [
    `dynalite/validations/${operation}`,
    { types: { ReturnValues: { type: 'String' } } },
  ]),
])('dynalite has its part %s', (file, parts) => {
  expect(require(file)).toMatchObject(parts);
});

it('dynalite has a database with the methods that ours replace', () => {
  const { db } = require('dynalite/db').create({});
  for (const name of ['get', 'put', 'del', 'batch', 'createKeyStream', 'createValueStream'])
    expect(db).toHaveProperty(name, expect.any(Function));
});

it('dynalite answers all requests by one listener of its server', () => {
  expect(dynalite().listeners('request')).toHaveLength(1);
});
