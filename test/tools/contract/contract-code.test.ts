import { describe, expect, it } from 'vitest';
import { Problem } from '../../../infra/problem.ts';
import { generate } from '../../../tools/contract/contract-code.ts';
import { type BookContract, bookFunctions, openapiOf } from '../../setup/small-contract.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

const isbn = { type: 'string', minLength: 1, maxLength: 13 };
const text = { type: 'string' };
const int64 = { type: 'integer', format: 'int64' };

function generateFor(contract: BookContract) {
  return generate(openapiOf(contract), temporaryFolder());
}

describe('what the service cannot keep is refused, by the name of its field', () => {
  it.each([
    [{ type: 'number' }, 'type: number'],
    [{ type: 'integer' }, 'type: integer'],
    [{ type: ['string', 'null'] }, 'type: string,null'],
    [{ type: 'string', format: 'date' }, 'format: date'],
    [{ type: 'boolean', format: 'int64' }, 'format: int64'],
    [{ type: 'toString' }, 'type: toString'],
    [{ enum: ['a'] }, 'type: undefined'],
    [{ ...int64, multipleOf: 5 }, 'multipleOf'],
    [{ ...int64, minimum: 0.5 }, 'minimum'],
    [{ ...int64, maximum: 2 ** 63 }, 'maximum'],
    [{ ...text, maxLenght: 9 }, 'maxLenght'],
    [{ ...text, toString: 1 }, 'toString'],
    [{ ...int64, minimum: 5, maximum: 4 }, 'minimum: 5, maximum: 4'],
    [{ ...text, minLength: -1 }, 'minLength: -1'],
    [{ ...text, minLength: 1_000_000 }, 'minLength: an integer from 0 to 4'],
    [{ ...text, minLength: 3, maxLength: 2 }, 'minLength: 3, maxLength: 2'],
    [{ ...text, enum: [] }, 'enum: []'],
    [{ ...text, enum: [1] }, 'enum: [1]'],
    [{ ...text, enum: ['\ud800'] }, 'enum'],
    [{ ...text, enum: ['🌿'], minLength: 2 }, 'minLength: 2'],
    [{ ...text, pattern: '(' }, 'pattern'],
    [{ $ref: '#/components/schemas/Book' }, 'a $ref, so write its rules in place'],
  ])('%o', (rules, what) => {
    const change = () => generateFor({ fields: { isbn, pages: rules } });
    expect(change).toThrow(Problem);
    expect(change).toThrow(/^openapi\.yaml\b(?!.*\. ).+\.$/);
    expect(change).toThrow(what);
  });

  it.each(['createdBy', 'createdAt', 'toString', 'a-b'])('the name %s', (name) => {
    expect(() => generateFor({ fields: { isbn, [name]: text } })).toThrow(
      `the field ${name} cannot have this name, so write another one`,
    );
  });

  it.each([
    [{ type: 'boolean' }],
    [{ type: 'string', maxLength: 512 }],
    [{ type: 'string', minLength: 1 }],
    [{ type: 'string', minLength: 1, maxLength: 513 }],
    [isbn, ['isbn']],
    [int64, ['isbn']],
  ])('the key %o', (rules, optional: string[] = []) => {
    const change = () => generateFor({ fields: { isbn: rules, title: text }, optional });
    expect(change).toThrow(/^openapi\.yaml: the key isbn .+ a required int64, or a required text /);
  });

  it.each(['New-Book', 'book', 'Record'])('the schema %s', (name) => {
    const openapi = openapiOf({ fields: { isbn, title: text } }).replaceAll('NewBook', name);
    expect(() => generate(openapi, '')).toThrow(`the schema ${name} cannot have this name`);
  });

  it.each([
    ['schemas/Book"}]', 'schemas/Boook"}]', 'has no #/components/schemas/Boook'],
    ['schemas/Book"}]', 'schemas/NewBook"}]', 'a part of itself'],
    ['schemas/Book"}]', 'schemas/Book","required":["title"]}]', 'cannot have required'],
    ['"type":"object","required":["title"]', '"required":["title"]', 'a body cannot have type'],
    ['"allOf"', '"additionalProperties":false,"allOf"', 'cannot have additionalProperties'],
    ['{"$ref":"#/components/schemas/NewBook"}', '{"type":"object"}', 'POST needs a $ref'],
    ['"200"', '"201"', 'POST needs a $ref'],
    ['"/books"', '"/books("', 'the path /books('],
    ['/Book"}', '/NewBook"}', 'NewBook must be a part of'],
    [',{"$ref":"#/components/schemas/Book"}]', ',{"$ref":5}]', 'has no 5'],
    ['"required":["title"]', '"required":["titel"]', 'titel'],
    ['["title"],"properties":{"title":{"type":"string"}}', '[]', 'one more field'],
    ['{"isbn"', '{"title":{"type":"boolean"},"isbn"', 'the field title'],
  ])('a body with %s as %s', (from, to, what) => {
    const openapi = openapiOf({ fields: { isbn, title: text } });
    const change = () => generate(openapi.replace(from, to), temporaryFolder());
    expect(change).toThrow(/^openapi\.yaml.+\.$/);
    expect(change).toThrow(what);
  });
});

it('a violation of an integer names the limits of its field', async () => {
  const pages = { ...int64, minimum: 1, maximum: 10_000 };
  const folder = bookFunctions({ fields: { isbn, pages } });
  const { validateEvent } = await import(`${folder}/shared/contract.generated.ts`);
  for (const wrong of ['x', 0n, 10_001n]) {
    expect(validateEvent({ body: { isbn: '1', pages: wrong } })).toBe(false);
    expect(validateEvent.errors).toEqual([expect.stringMatching(/^pages .*\b1\b.*\b10000\b/)]);
  }
});

it.each(['a: [', '', 'paths: { /plants: { get: {} } }'])(
  'a contract without an operation is a problem of openapi.yaml: %j',
  (openapi) => {
    expect(() => generate(openapi, '')).toThrow(Problem);
    expect(() => generate(openapi, '')).toThrow(/^openapi\.yaml\b/);
  },
);
