import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../../functions/http/violations.ts';
import { Problem } from '../../../infra/project/problem.ts';
import type { Part } from '../../contract/contract.ts';
import { writeContractCode } from '../../contract/contract-code.ts';
import { type BookContract, bookCode, bookLists, openapiOf } from '../setup/small-contract.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';

const isbn = { type: 'string', minLength: 1, maxLength: 13 };
const text = { type: 'string' };
const integer = { type: 'integer' };

function generateFor(contract: BookContract, openapi = openapiOf(contract)) {
  return writeContractCode(openapi, temporaryFolder(), bookLists(contract.fields));
}

/** Fields in fields: the last of them is at this level. */
function nested(levels: number): Part {
  if (levels === 1) return text;
  return levels % 2 === 0
    ? { type: 'array', items: nested(levels - 1) }
    : { type: 'object', properties: { inner: nested(levels - 1) } };
}

/** About openapi.yaml. */
const oneSentence = /^openapi\.yaml\b(?!.*\. ).+\.$/;

describe('what the service cannot keep is refused in one sentence, with its field', () => {
  it.each<[rules: object, what: string, instead?: string]>([
    [{ type: 'null' }, 'type: null'],
    [{ type: ['string', 'integer'] }, 'type: string,integer'],
    [{ type: 'toString' }, 'type: toString'],
    [{ enum: ['a'] }, 'needs a type', 'string'],
    [{}, 'needs a type', 'string'],
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
    [{ ...text, minLength: 1_000_000 }, 'no value meets'],
    [{ ...text, minLength: 3, maxLength: 2 }, 'no value meets'],
    [{ ...text, pattern: '(', maxLength: 9 }, 'pattern: ('],
    [{ ...text, pattern: 'a' }, 'pattern', 'maxLength'],
    [{ ...text, enum: [] }, 'enum'],
    [{ ...text, enum: [1] }, 'no value meets'],
    [{ ...text, enum: ['\ud800'] }, 'no value meets'],
    [{ ...text, enum: ['🌿'], minLength: 2 }, 'no value meets'],
    [{ ...integer, minimum: 0.5 }, '0.5', 'whole numbers'],
    [{ ...integer, maximum: 2 ** 63 }, '9223372036854776000', 'whole numbers'],
    [{ ...integer, enum: [2 ** 53] }, '9007199254740992', 'whole numbers'],
    [{ ...integer, exclusiveMinimum: 0 }, 'exclusiveMinimum', 'minimum'],
    [{ ...integer, minimum: 5, maximum: 4 }, 'no value meets'],
    [{ ...integer, format: 'int32', minimum: 2 ** 31 }, 'no value meets'],
    [{ type: 'number', minimum: 1, exclusiveMaximum: 1 }, 'no value meets'],
    [{ type: 'number', minimum: 1e126 }, 'no value meets'],
    [{ type: 'array', items: { type: 'array', items: text }, uniqueItems: true }, 'uniqueItems'],
    [{ type: 'array', items: text, minItems: 2, maxItems: 1 }, 'no value meets'],
  ])('%j', async (rules, what, instead = '') => {
    const generated = generateFor({ fields: { isbn, pages: rules as Part } });
    await expect(generated).rejects.toThrow(Problem);
    await expect(generated).rejects.toThrow(oneSentence);
    await expect(generated).rejects.toThrow(what);
    await expect(generated).rejects.toThrow(instead);
    // A $ref that leads nowhere is named without its field.
    if (!what.startsWith('#/')) await expect(generated).rejects.toThrow(/\bpages\b/);
  });

  it('all of them at once, each in a line, also if two bodies have it', async () => {
    const wrong = { type: 'string', maxLenght: 9, pattern: '(', format: 'color' };
    const object = { type: 'object', properties: { sum: {}, tax: { type: 'money' } } };
    const deep = { allOf: [object, { type: 'array' }] };
    const fields = { isbn: { type: 'number' }, wrong, deep, 'a b': text };
    const openapi = JSON.parse(openapiOf({ fields }));
    openapi.paths['/books/{isbn}'] = { get: { operationId: 'getBook' } };
    const contract = JSON.stringify(openapi);
    const failure = await generateFor({ fields }, contract).catch((error: Problem) => error);
    expect(`${Object(failure).message}`.split('\n')).toEqual([
      expect.stringMatching(/ wrong .*maxLenght/),
      expect.stringMatching(/ wrong .*pattern: \(/),
      expect.stringMatching(/ wrong .*pattern alone/),
      expect.stringMatching(/ wrong .*format: color/),
      expect.stringMatching(/ deep\.sum .*needs a type/),
      expect.stringMatching(/ deep\.tax .*type: money/),
      expect.stringMatching(/ deep .*type in two places/),
      expect.stringMatching(/ a field a b,/),
      expect.stringMatching(/\/books\/\{isbn\} .*parameter isbn/),
    ]);
  });

  it('a key and a route, of which each has its own', async () => {
    const fields = { isbn: { type: 'number' }, title: text };
    const { tables } = bookLists(fields);
    const routes = ['/boots', '/books/more'].map((path) => ({ method: 'POST', path }));
    const generated = writeContractCode(openapiOf({ fields }), temporaryFolder(), {
      routes,
      tables,
    });
    await expect(generated).rejects.toThrow(/\/boots.*\n.*\/books\/more.*\n.*\bkey isbn\b/);
  });

  it('a deep one by its path', async () => {
    const lines = { type: 'array', items: { type: 'object', properties: { sum: { type: 'x' } } } };
    const address = { type: 'object', properties: { lines } };
    const generated = generateFor({ fields: { isbn, address } });
    await expect(generated).rejects.toThrow(/ address\.lines\[\]\.sum .*\bcreateBook\b/);
  });

  it.each(['createdBy', 'lastFour', 'createdAt', 'toString', '__proto__', 'a.b'])(
    'the name %s',
    async (name) => {
      const fields = { isbn, [name]: text };
      await expect(generateFor({ fields })).rejects.toThrow(` ${name}, `);
    },
  );

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
  ])('the key %o', async (rules, optional: string[] = []) => {
    const generated = generateFor({ fields: { isbn: rules, title: text }, optional });
    await expect(generated).rejects.toThrow(
      /^functions\/service\.ts\b(?=.*\bisbn\b).*\bBooks\b.*\.$/,
    );
  });

  it.each([
    ['"operationId":"createBook",', '', 'operationId'],
    ['"createBook"', '"create book"', '"create book"'],
    // Its file would be written over that of the first.
    ['{"/books":', '{"/more":{"get":{"operationId":"createBook"}},"/books":', '"createBook"'],
    ['{"$ref":"#/components/schemas/NewBook"}', '{"type":"string"}', 'type: string'],
    ['"/books"', '"/books("', '/books('],
    ['"/books"', '"/books/{1}"', '/books/{1}'],
    ['"/books"', '"/boots"', 'POST /books'],
  ])('a contract with %s as %s', async (from, to, what) => {
    const contract = { fields: { isbn, title: text } };
    const generated = generateFor(contract, openapiOf(contract).replace(from, to));
    await expect(generated).rejects.toThrow(/^openapi\.yaml.+\.$/);
    await expect(generated).rejects.toThrow(what);
  });

  it.each([
    [{ title: text, pages: integer }, [], 'pages'],
    [{ title: text }, ['title'], 'title'],
  ])('an answer that has more than what is stored: %j', async (properties, required, name) => {
    const contract = { fields: { isbn, title: text }, optional: ['title'] };
    const openapi = JSON.parse(openapiOf(contract));
    openapi.components.schemas.Book = { type: 'object', properties, required };
    await expect(generateFor(contract, JSON.stringify(openapi))).rejects.toThrow(` ${name} `);
  });

  it.each(['a: [', '', 'paths: { /books: {} }'])('no contract: %j', async (openapi) => {
    await expect(writeContractCode(openapi, '')).rejects.toThrow(Problem);
    await expect(writeContractCode(openapi, '')).rejects.toThrow(/^openapi\.yaml\b/);
  });

  const inPath = { in: 'path', name: 'isbn', schema: isbn };
  it.each<[parameters: unknown, what: string]>([
    [undefined, 'isbn'],
    [[{ ...inPath, in: 'query' }], 'isbn'],
    [[{ ...inPath, name: 'id' }], 'isbn'],
    [[{ ...inPath, schema: undefined }], 'isbn'],
    [[{ ...inPath, schema: { type: 'number' } }], 'type: number'],
    [[{ ...inPath, schema: { type: ['string', 'null'] } }], 'type: string,null'],
    [[{ ...inPath, schema: { type: 'array', items: text } }], 'type: array'],
    [[{ ...inPath, schema: { ...text, pattern: 'a' } }], 'maxLength'],
    [[{ $ref: '#/components/parameters/isbn' }], '#/components/parameters/isbn'],
  ])('a path whose parameters are %j', async (parameters, what) => {
    const contract = { fields: { isbn, title: text } };
    const openapi = JSON.parse(openapiOf(contract));
    openapi.paths['/books/{isbn}'] = { parameters, get: { operationId: 'getBook' } };
    const generated = generateFor(contract, JSON.stringify(openapi));
    await expect(generated).rejects.toThrow(oneSentence);
    await expect(generated).rejects.toThrow(what);
  });

  it('an answer that has another form than what is stored', async () => {
    const place = { type: 'object', properties: { city: text, zip: text } };
    const contract = { fields: { isbn, place } };
    const openapi = openapiOf(contract).replace(
      '"zip":{"type":"string"}',
      '"zap":{"type":"string"}',
    );
    await expect(generateFor(contract, openapi)).rejects.toThrow(/\bcreateBook\b.*\bplace\b/);
  });
});

describe('a contract is accepted', () => {
  const contract = { fields: { isbn, title: text } };
  const { NewBook } = JSON.parse(openapiOf(contract)).components.schemas;

  it.each([
    [
      'whose body lies behind an escaped $ref',
      { NewBook: { $ref: '#/components/schemas/a~1b' }, 'a/b': NewBook },
    ],
    [
      'in which two parts require the same field',
      { NewBook: { ...NewBook, allOf: [{ required: ['isbn'] }] } },
    ],
  ])('%s', async (_, schemas) => {
    const openapi = JSON.parse(openapiOf(contract));
    Object.assign(openapi.components.schemas, schemas);
    const { validateCreateBook } = await bookCode(contract, JSON.stringify(openapi));
    expect(validateCreateBook({ body: { isbn: '1', title: '' } })).toBe(true);
    expect(validateCreateBook({ body: { title: '' } })).toBe(false);
    expect(violationsOf(validateCreateBook.errors)).toMatch(/^isbn [^;]*$/);
  });
});

describe('a body', () => {
  it('is checked up to the last level of the store', async () => {
    const { validateCreateBook } = await bookCode({ fields: { isbn, deep: nested(32) } });
    const body = (inner: unknown) =>
      JSON.parse(
        `{"isbn":"1","deep":${'[{"inner":'.repeat(15)}[${JSON.stringify(inner)}]${'}]'.repeat(15)}}`,
      );
    expect(validateCreateBook({ body: body('a') })).toBe(true);
    expect(validateCreateBook({ body: body(7) })).toBe(false);
  });

  it.each([
    ['too long for a pattern is refused without the pattern', `${'a'.repeat(60)}!`, /\b10\b/],
    ['no match of a pattern is refused in one clause', '!', /\bpattern\b/],
  ])('that is %s', async (_, sent, reason) => {
    const rules = { ...text, maxLength: 10, pattern: '^(\\w+\\s?)*$' };
    const { validateCreateBook } = await bookCode({ fields: { isbn, rules } });
    expect(validateCreateBook({ body: { isbn: '1', rules: sent } })).toBe(false);
    const violations = violationsOf(validateCreateBook.errors);
    expect(violations).toMatch(/^rules [^;]*$/);
    expect(violations).toMatch(reason);
  });
});

describe('the written code', () => {
  const post = (operationId: string, schema: object) => ({
    operationId,
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 204: { description: 'none' } },
  });
  const small = {
    type: 'object',
    required: ['mark'],
    properties: { mark: { type: ['integer', 'null'] } },
  };
  const contract = { fields: { isbn, title: text } };

  it('has a validator and types for each operation, in a file of its own', async () => {
    const openapi = JSON.parse(openapiOf(contract));
    const { post: create } = openapi.paths['/books'];
    const own = { in: 'path', name: 'isbn', schema: { type: 'integer' } };
    openapi.paths = {
      '/books/{isbn}': {
        parameters: [{ in: 'path', name: 'isbn', schema: isbn }],
        get: { operationId: 'getBook', responses: {} },
        put: { ...post('putBook', small), parameters: [own] },
      },
      '/books': { post: create },
    };
    const project = temporaryFolder();
    const written = await writeContractCode(JSON.stringify(openapi), project, bookLists({ isbn }));
    const folder = join(project, written);
    const code = (file: string) => readFileSync(join(folder, file), 'utf8');
    expect(readdirSync(folder).toSorted()).toEqual([
      ...['create-book', 'get-book', 'keys', 'put-book'].map((name) => `${name}.generated.ts`),
    ]);
    expect(code('put-book.generated.ts')).toMatch(
      /type PutBookBody[^}]+\bmark: bigint \| null;[\s\S]+\bvalidatePutBook\b/,
    );
    expect(code('get-book.generated.ts')).toContain('readonly isbn: string;');
    // The parameter of the operation replaces that of its path.
    expect(code('put-book.generated.ts')).toContain('readonly isbn: bigint;');
    expect(code('create-book.generated.ts')).not.toContain('mark');
    // A file of an operation that has gone is deleted.
    await writeContractCode(openapiOf(contract), project, bookLists({ isbn }));
    expect(existsSync(join(folder, 'put-book.generated.ts'))).toBe(false);
  });

  it('is a module without require, also for words of which ajv has the code elsewhere', async () => {
    const project = temporaryFolder();
    const when = { ...text, format: 'date-time', minLength: 2 };
    const fields = { isbn, when, list: { type: 'array', items: when, uniqueItems: true } };
    const folder = await writeContractCode(openapiOf({ fields }), project, bookLists(fields));
    expect(readFileSync(join(project, folder, 'create-book.generated.ts'), 'utf8')).not.toMatch(
      /= require\(/,
    );
  });

  it('has only the formats that the contract uses', async () => {
    const project = temporaryFolder();
    const fields = { isbn, on: { ...text, format: 'date' } };
    const folder = await writeContractCode(openapiOf({ fields }), project, bookLists(fields));
    const code = readFileSync(join(project, folder, 'create-book.generated.ts'), 'utf8');
    // A part of ipv6 and of uri.
    expect(code).not.toContain('[0-9a-f]{1,4}');
  });

  it('is written again when it is broken', async () => {
    const project = temporaryFolder();
    const lists = bookLists({ isbn });
    const folder = await writeContractCode(openapiOf(contract), project, lists);
    const file = join(project, folder, 'create-book.generated.ts');
    const right = readFileSync(file, 'utf8');
    writeFileSync(file, '<<<<<<< HEAD');
    await writeContractCode(openapiOf(contract), project, lists);
    expect(readFileSync(file, 'utf8')).toBe(right);
  });
});
