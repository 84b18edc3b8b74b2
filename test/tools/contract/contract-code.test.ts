import { describe, expect, it } from 'vitest';
import { Problem } from '../../../infra/base.ts';
import { checkGenerated, generate } from '../../../tools/contract/contract-code.ts';
import { type BookContract, openapiOf, sharedOf } from '../../setup/books.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

const isbn = { type: 'string', minLength: 1, maxLength: 13 };
const text = { type: 'string' };

function generateFor(contract: BookContract, shared = {}) {
  return generate(openapiOf(contract), temporaryFolder(), { ...sharedOf(contract), ...shared });
}

describe('what the service cannot keep is refused, by the name of its field', () => {
  const int64 = { type: 'integer', format: 'int64' };
  it.each([
    [{ type: 'number' }, 'type: number'],
    [{ type: ['string', 'null'] }, 'type: string,null'],
    [{ type: 'array', items: text }, 'type: array'],
    [{ type: 'object' }, 'type: object'],
    [{ type: 'integer' }, 'type: integer'],
    [{ type: 'integer', format: 'int32' }, 'format: int32'],
    [{ type: 'string', format: 'date' }, 'format: date'],
    [{ type: 'boolean', format: 'int64' }, 'format: int64'],
    [{ type: 'toString' }, 'type: toString'],
    [{ enum: ['a'] }, 'type: undefined'],
    [{ ...int64, multipleOf: 5 }, 'multipleOf'],
    [{ ...int64, minimum: 0.5 }, 'minimum'],
    [{ ...int64, maximum: 2 ** 63 }, 'maximum'],
    [{ ...text, nullable: true }, 'nullable'],
    [{ ...text, maxLenght: 9 }, 'maxLenght'],
    [{ ...text, default: 'a' }, 'default'],
    [{ ...text, toString: 1 }, 'toString'],
    [{ ...text, maxLength: -1 }, 'maxLength'],
    [{ ...text, minLength: '2' }, 'minLength'],
    [{ ...text, pattern: '(' }, 'pattern'],
    [{ ...text, enum: [] }, 'enum'],
    [{ ...text, enum: 'a' }, 'enum'],
    [{ ...text, enum: ['a', 1] }, 'enum'],
    [{ $ref: '#/components/schemas/Isbn' }, '#/components/schemas/Isbn'],
    [{ $ref: '#/components/schemas/Book', minLength: 1 }, 'minLength'],
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
    [{ type: 'boolean' }, 'a required text or int64'],
    [{ type: 'string', minLength: 1 }, 'maxLength: 512'],
    [{ type: 'string', minLength: 1, maxLength: 513 }, 'maxLength: 512'],
    [{ type: 'string', maxLength: 512 }, 'minLength: 1'],
    [{ type: 'string', enum: ['a', ''] }, 'minLength: 1'],
    [{ type: 'string', enum: ['a', '🌿'.repeat(513)] }, 'maxLength: 512'],
    [isbn, 'a required text or int64', ['isbn']],
  ])('the key %o', (rules, right, optional: string[] = []) => {
    const change = () => generateFor({ fields: { isbn: rules, title: text }, optional });
    expect(change).toThrow(/^openapi\.yaml: the field isbn is the key of the table, so write /);
    expect(change).toThrow(right);
  });

  it.each([
    ['"required":["title"]', '"required":["titel"]', 'the field titel is not in properties'],
    ['["title"],"properties":{"title"', '[],"properties":{"isbn"', 'isbn is there twice'],
    ['"type":"object","required":["title"]', '"required":["title"]', 'a body cannot have type'],
    ['"allOf"', '"additionalProperties":false,"allOf"', 'cannot have additionalProperties'],
    ['{"$ref":"#/components/schemas/NewBook"}', '{"type":"object"}', 'needs a $ref'],
    ['"200"', '"201"', 'needs a $ref'],
    [',{"$ref":"#/components/schemas/Book"}]', ']', 'title of Book is not as in NewBook'],
  ])('a body with %s as %s', (from, to, what) => {
    const openapi = openapiOf({ fields: { isbn, title: text } });
    const change = () => generate(openapi.replace(from, to), '', sharedOf({ fields: { isbn } }));
    expect(change).toThrow(/^openapi\.yaml: /);
    expect(change).toThrow(what);
  });
});

it.each([
  [{ path: '/plants' }, 'path is /plants, but openapi.yaml has /books'],
  [{ key: 'id' }, 'key is id, but NewBook in openapi.yaml has no such field'],
  [{ keyType: 'N' }, 'keyType is N, but for isbn in openapi.yaml it is S'],
])('the code that shares %o fits the contract', (shared, problem) => {
  expect(() => generateFor({ fields: { isbn } }, shared)).toThrow(problem);
});

it.each(['a: [', '', 'paths: { /plants: { get: {} } }'])(
  'a contract without an operation is a problem of openapi.yaml: %j',
  (openapi) => {
    expect(() => checkGenerated(openapi)).toThrow(Problem);
    expect(() => checkGenerated(openapi)).toThrow(/^openapi\.yaml /);
  },
);
