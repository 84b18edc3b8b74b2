import { expect, it } from 'vitest';
import { readContract, resolve } from '../../../infra/contract/contract.ts';
import { Problem } from '../../../infra/problem.ts';

it.each([
  ['a: [', 'openapi.yaml is not valid YAML: '],
  ['', 'openapi.yaml has no info.'],
  ['info: {}\nservers: []\npaths: /plants', 'openapi.yaml has no paths.'],
])('describes the mistake in the contract %j in one sentence', (text, sentence) => {
  expect(() => readContract(text)).toThrow(Problem);
  expect(() => readContract(text)).toThrow(sentence);
});

it('refuses a reference without a target', () => {
  const contract = readContract();
  expect(() => resolve(contract, { $ref: '#/components/schemas/Pot' })).toThrow(
    'The contract has no #/components/schemas/Pot',
  );
});
