import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../infra/base.ts';
import { contractText } from '../../../tools/contract/contract.ts';
import { checkGenerated, generate } from '../../../tools/contract/validator.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

/** The contract with other rules for the field `tag`. */
function withTag(rules: string): string {
  return contractText().replace(/( {8}tag:\n {10})type: string\n/, `$1${rules}\n`);
}

/** The violations of a plant by the validator that is made of a contract. */
async function validatorOf(openapi: string) {
  const project = temporaryFolder();
  const path = 'functions/create-plant/validate-event.generated.ts';
  mkdirSync(join(project, 'functions/create-plant'), { recursive: true });
  writeFileSync(join(project, path), '');
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'), 'junction');
  expect(generate(openapi, project)).toBe(path);
  expect(generate(openapi, project)).toBeUndefined();
  // Node loads it as it is.
  const file = join(project, 'validator.ts');
  writeFileSync(file, readFileSync(join(project, path)));
  const { validateEvent } = await import(file);
  return (tag: unknown): string[] =>
    validateEvent({ body: { id: 1n, name: 'Fern', tag } })
      ? []
      : validateEvent.errors.map(({ message }: { message: string }) => message);
}

describe('the validator has each rule of the contract', () => {
  it.each([
    ['type: string\n          minLength: 2', 'ab', 'a', 'must NOT have fewer than 2 characters'],
    ['type: string\n          pattern: ^a', 'ab', 'b', 'must match pattern "^a"'],
    ['enum: [indoor, outdoor]', 'indoor', 'other', 'must be equal to one of the allowed values'],
    ['type: boolean', true, 'true', 'must be a boolean'],
    ['type: number\n          maximum: 5', 5, 6, 'must be <= 5'],
    ['type: integer\n          format: int64', 7n, 7, 'must be an integer between '],
    [
      'type: array\n          items: { type: string }',
      ['a'],
      ['\ud800'],
      'must be well-formed Unicode',
    ],
  ])('%s', async (rules, right, wrong, message) => {
    const violations = await validatorOf(withTag(rules));
    expect(violations(right)).toEqual([]);
    expect(violations(wrong)).toEqual([expect.stringContaining(message)]);
  });
});

it.each([
  ['type: string\n          maxLenght: 9', 'unknown keyword: "maxLenght"'],
  ['type: string\n          format: date', 'unknown format "date"'],
  ['type: integer', 'format: int64'],
  ['type: integer\n          format: int64\n          minimum: 1', 'keyword "minimum"'],
  ['type: text', 'type must be JSONType or JSONType[]: text'],
  ['$ref: "#/components/schemas/Tag"', "can't resolve reference"],
])('a rule without code stops generate: %s', (rules, reason) => {
  const change = () => generate(withTag(rules), temporaryFolder());
  expect(change).toThrow(/^openapi\.yaml\b/);
  expect(change).toThrow(reason);
});

it.each(['a: [', '', 'paths: { /plants: { get: {} } }'])(
  'a contract without an operation is a problem of openapi.yaml: %j',
  (openapi) => {
    expect(() => checkGenerated(openapi)).toThrow(Problem);
    expect(() => checkGenerated(openapi)).toThrow(/^openapi\.yaml /);
  },
);
