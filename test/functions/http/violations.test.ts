import { expect, it } from 'vitest';
import { violationsOf } from '../../../functions/http/violations.ts';

function violation(instancePath: string, message = 'must be string', keyword = 'type') {
  return { instancePath, keyword, message, params: { missingProperty: 'city' }, schemaPath: '' };
}

it('a violation has the path of its field', () => {
  const errors = [
    violation('/body', 'must be object'),
    violation('/body/address', '', 'required'),
    violation('/body/lines/12/sum2'),
    // ajv adds it where a pattern is tried only on short texts.
    violation('/body/name', 'must match "else" schema', 'if'),
  ];
  expect(violationsOf(errors)).toBe(
    'the body must be object; address.city is required; lines[12].sum2 must be string',
  );
});

it.each([
  ['many', Array(9_000).fill(violation('/body/a'))],
  ['long', Array(9).fill(violation('/body/a', '蕨'.repeat(900)))],
])('%s violations make a short text, which says how many more there are', (_, errors) => {
  const text = violationsOf(errors);
  const [, others = ''] = /; and (\d+) more$/.exec(text) ?? [];
  expect(text.split('; ').length - 1 + Number(others)).toBe(errors.length);
  expect(text.split('; ').length).toBeLessThanOrEqual(21);
  expect(Buffer.byteLength(text)).toBeLessThan(2_000);
});
