import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Problem } from '../../../infra/build/problem.ts';
import { context, createPlantEvent } from '../../../test/setup/test-events.ts';
import { generate } from '../../contract/contract-code.ts';
import {
  type BookContract,
  bookFunctions,
  bookLists,
  openapiOf,
  type Rules,
} from '../setup/small-contract.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';

const isbn = { type: 'string', minLength: 1, maxLength: 13 };
const text = { type: 'string' };
const integer = { type: 'integer' };

function generateFor(contract: BookContract, openapi = openapiOf(contract)) {
  return generate(openapi, temporaryFolder(), bookLists(contract.fields));
}

/** Fields in fields: the last of them is at this level. */
function nested(levels: number): Rules {
  if (levels === 1) return text;
  return levels % 2 === 0
    ? { type: 'array', items: nested(levels - 1) }
    : { type: 'object', properties: { inner: nested(levels - 1) } };
}

describe('what the service cannot keep is refused in one sentence, with its field', () => {
  it.each<[rules: object, what: string, instead?: string]>([
    [{ type: 'null' }, 'type: null'],
    [{ type: ['string', 'integer'] }, 'type: string,integer'],
    [{ type: 'toString' }, 'type: toString'],
    [{ enum: ['a'] }, 'type: undefined'],
    [{ ...text, format: 'color' }, 'format: color', 'date-time'],
    [{ type: 'boolean', format: 'int64' }, 'format'],
    [{ type: 'number', format: 'float' }, 'format: float', 'double'],
    [{ ...text, maxLenght: 9 }, 'maxLenght', 'maxLength'],
    [{ ...text, default: 'a' }, 'default', 'description'],
    [{ ...text, const: 'a' }, 'const', 'enum'],
    [{ ...text, nullable: true }, 'nullable', "'null'"],
    [{ ...integer, multipleOf: 5 }, 'multipleOf', 'smallest unit'],
    [{ type: 'object', additionalProperties: text }, 'additionalProperties', 'a list of objects'],
    [{ oneOf: [text, integer] }, 'oneOf', 'optional fields'],
    [{ anyOf: [text, integer], ...text }, 'anyOf', 'optional fields'],
    [{ type: 'object' }, 'properties'],
    [{ type: 'object', properties: { a: text }, required: ['b'] }, 'required: b'],
    [{ type: 'object', properties: { 'a b': text } }, 'a b', 'letters'],
    [{ type: 'object', properties: { constructor: text } }, 'constructor'],
    [{ type: 'array' }, 'items'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Book' } }, '#/components/schemas/Book'],
    [{ $ref: '#/components/schemas/None' }, '#/components/schemas/None'],
    [{ $ref: '#/%zz' }, '#/%zz'],
    [{ allOf: [{ minLength: 1 }, { minLength: 2 }], ...text }, 'minLength'],
    [nested(33), '32'],
    [{ ...text, minLength: -1 }, 'minLength'],
    [{ ...text, minLength: 1_000_000 }, ''],
    [{ ...text, minLength: 3, maxLength: 2 }, ''],
    [{ ...text, pattern: '(', maxLength: 9 }, 'pattern: ('],
    [{ ...text, pattern: 'a' }, 'pattern', 'maxLength'],
    [{ ...text, enum: [] }, 'enum'],
    [{ ...text, enum: [1] }, ''],
    [{ ...text, enum: ['\ud800'] }, ''],
    [{ ...text, enum: ['🌿'], minLength: 2 }, ''],
    [{ ...integer, minimum: 0.5 }, '0.5', 'whole numbers'],
    [{ ...integer, maximum: 2 ** 63 }, '9223372036854776000', 'whole numbers'],
    [{ ...integer, enum: [2 ** 53] }, '9007199254740992', 'whole numbers'],
    [{ ...integer, exclusiveMinimum: 0 }, 'exclusiveMinimum', 'minimum'],
    [{ ...integer, minimum: 5, maximum: 4 }, ''],
    [{ ...integer, format: 'int32', minimum: 2 ** 31 }, ''],
    [{ type: 'number', minimum: 1, exclusiveMaximum: 1 }, ''],
    [{ type: 'number', minimum: 1e126 }, ''],
    [{ type: 'array', items: { type: 'array', items: text }, uniqueItems: true }, 'uniqueItems'],
    [{ type: 'array', items: text, minItems: 2, maxItems: 1 }, ''],
  ])('%j', (rules, what, instead = '') => {
    const change = () => generateFor({ fields: { isbn, pages: rules as Rules } });
    expect(change).toThrow(Problem);
    expect(change).toThrow(/^openapi\.yaml\b(?!.*\. ).+\.$/);
    expect(change).toThrow(what);
    expect(change).toThrow(instead);
    if (!what.startsWith('#/')) expect(change).toThrow(/\bpages\b/);
  });

  it('a deep one by its path', () => {
    const lines = { type: 'array', items: { type: 'object', properties: { sum: { type: 'x' } } } };
    const address = { type: 'object', properties: { lines } };
    const change = () => generateFor({ fields: { isbn, address } });
    expect(change).toThrow(/ address\.lines\[\]\.sum .*\bcreatePlant\b/);
  });

  it.each(['createdBy', 'createdAt', 'toString', '__proto__', 'a.b'])('the name %s', (name) => {
    const fields = Object.fromEntries([...Object.entries({ isbn }), [name, text]]);
    expect(() => generateFor({ fields })).toThrow(` ${name}, `);
  });

  it.each([
    [{ type: 'boolean' }],
    [{ type: 'number' }],
    [{ type: ['integer', 'null'] }],
    [{ type: 'string', maxLength: 512 }],
    [{ type: 'string', minLength: 1 }],
    [{ type: 'string', enum: ['a', ''] }],
    [{ type: 'string', minLength: 1, maxLength: 513 }],
    [isbn, ['isbn']],
    [integer, ['isbn']],
  ])('the key %o', (rules, optional: string[] = []) => {
    const change = () => generateFor({ fields: { isbn: rules, title: text }, optional });
    expect(change).toThrow(/^functions\/service\.ts\b(?=.*\bisbn\b).*\bBooks\b.*\.$/);
  });

  it.each([
    ['"operationId":"createPlant",', '', 'operationId'],
    ['"createPlant"', '"create plant"', '"create plant"'],
    ['{"$ref":"#/components/schemas/NewBook"}', '{"type":"string"}', 'type: string'],
    ['"/books"', '"/books("', '/books('],
    ['"/books"', '"/books/{1}"', '/books/{1}'],
    ['"/books"', '"/boots"', 'POST /books'],
  ])('a contract with %s as %s', (from, to, what) => {
    const contract = { fields: { isbn, title: text } };
    const change = () => generateFor(contract, openapiOf(contract).replace(from, to));
    expect(change).toThrow(/^openapi\.yaml.+\.$/);
    expect(change).toThrow(what);
  });

  it('but not a field that is required twice, and a body lies behind an escaped $ref', () => {
    const contract = { fields: { isbn, title: text } };
    const openapi = JSON.parse(openapiOf(contract));
    const { NewBook } = openapi.components.schemas;
    openapi.components.schemas = { ...openapi.components.schemas, 'a/b': NewBook };
    openapi.components.schemas.NewBook = {
      allOf: [{ required: ['isbn'] }, { $ref: '#/components/schemas/a~1b' }],
    };
    expect(generateFor(contract, JSON.stringify(openapi))).toBe('functions/contract');
  });

  it.each([
    [{ title: text, pages: integer }, [], 'pages'],
    [{ title: text }, ['title'], 'title'],
  ])('an answer that has more than what is stored: %j', (properties, required, name) => {
    const contract = { fields: { isbn, title: text }, optional: ['title'] };
    const openapi = JSON.parse(openapiOf(contract));
    openapi.components.schemas.Book = { type: 'object', properties, required };
    expect(() => generateFor(contract, JSON.stringify(openapi))).toThrow(` ${name} `);
  });

  it.each(['a: [', '', 'paths: { /plants: {} }'])('no contract: %j', (openapi) => {
    expect(() => generate(openapi, '')).toThrow(Problem);
    expect(() => generate(openapi, '')).toThrow(/^openapi\.yaml\b/);
  });

  it('an answer that has another form than what is stored', () => {
    const place = { type: 'object', properties: { city: text, zip: text } };
    const contract = { fields: { isbn, place } };
    const openapi = openapiOf(contract).replace(
      '"zip":{"type":"string"}',
      '"zap":{"type":"string"}',
    );
    expect(() => generateFor(contract, openapi)).toThrow(/\bcreatePlant\b.*\bplace\b/);
  });
});

describe('a body', () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});

  /** What the service for this contract answers, if its store takes everything. */
  async function answersOf(contract: BookContract) {
    const { createPlantHandler } = await import(
      `${bookFunctions(contract)}/create-plant/create-plant.ts`
    );
    const handle = createPlantHandler(async () => {});
    return async (body: string) =>
      JSON.parse((await handle(createPlantEvent(body), context())).body);
  }

  it('is checked up to the last level of the store', async () => {
    const answerTo = await answersOf({ fields: { isbn, deep: nested(32) } });
    const json = (inner: string) =>
      `{"isbn":"1","deep":${'[{"inner":'.repeat(15)}[${inner}]${'}]'.repeat(15)}}`;
    expect(await answerTo(json('"a"'))).toEqual({ deep: JSON.parse(json('"a"')).deep });
    expect(await answerTo(json('7'))).toMatchObject({ error: 1003 });
  });

  it('that is too long for a pattern is refused without the pattern', async () => {
    const rules = { ...text, maxLength: 10, pattern: '^(\\w+\\s?)*$' };
    const answerTo = await answersOf({ fields: { isbn, rules } });
    const { message } = await answerTo(`{"isbn":"1","rules":"${'a'.repeat(60)}!"}`);
    expect(message).toMatch(/^rules (?!.*;).*\b10\b/);
  });
});

describe('the written code', () => {
  const post = (operationId: string, schema: object) => ({
    operationId,
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 204: { description: 'none' } },
  });
  const small = { type: 'object', required: ['mark'], properties: { mark: integer } };
  const contract = { fields: { isbn, title: text } };

  it('has a validator and types for each operation that takes JSON, in a file of its own', () => {
    const openapi = JSON.parse(openapiOf(contract));
    const { post: create } = openapi.paths['/books'];
    openapi.paths = {
      '/books/{isbn}': {
        get: { operationId: 'getBook', responses: {} },
        put: post('putBook', small),
      },
      '/books': { post: create },
    };
    const project = temporaryFolder();
    const folder = join(project, generate(JSON.stringify(openapi), project, bookLists({ isbn })));
    const code = (file: string) => readFileSync(join(folder, file), 'utf8');
    expect(readdirSync(folder).toSorted()).toEqual([
      ...['create-plant', 'keys', 'put-book'].map((name) => `${name}.generated.ts`),
    ]);
    expect(code('put-book.generated.ts')).toMatch(/type PutBookBody[\s\S]+\bvalidatePutBook\b/);
    expect(code('create-plant.generated.ts')).not.toContain('mark');
    // A file of an operation that has gone is deleted.
    generate(openapiOf(contract), project, bookLists({ isbn }));
    expect(existsSync(join(folder, 'put-book.generated.ts'))).toBe(false);
  });

  it('is a module without require, also for words of which ajv has the code elsewhere', () => {
    const project = temporaryFolder();
    const when = { ...text, format: 'date-time', minLength: 2 };
    const fields = { isbn, when, list: { type: 'array', items: when, uniqueItems: true } };
    const folder = generate(openapiOf({ fields }), project, bookLists(fields));
    expect(readFileSync(join(project, folder, 'create-plant.generated.ts'), 'utf8')).not.toMatch(
      /= require\(/,
    );
  });

  it('is written again when it is broken', () => {
    const project = temporaryFolder();
    const lists = bookLists({ isbn });
    const file = join(
      project,
      generate(openapiOf(contract), project, lists),
      'create-plant.generated.ts',
    );
    const right = readFileSync(file, 'utf8');
    writeFileSync(file, '<<<<<<< HEAD');
    generate(openapiOf(contract), project, lists);
    expect(readFileSync(file, 'utf8')).toBe(right);
  });
});
