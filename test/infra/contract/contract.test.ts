import { expect, it } from 'vitest';
import { contractText, parseContract, resolve } from '../../../infra/contract/contract.ts';
import { Problem } from '../../../infra/problem.ts';

it.each([
  ['a: [', 'openapi.yaml is not valid YAML: '],
  ['', 'openapi.yaml has no info.'],
  ['info: {}\nservers: []\npaths: /plants', 'openapi.yaml has no paths.'],
])('says in one sentence what is wrong with the contract %j', (text, sentence) => {
  expect(() => parseContract(text)).toThrow(Problem);
  expect(() => parseContract(text)).toThrow(sentence);
});

it('refuses a reference without a target', () => {
  const contract = parseContract(contractText());
  expect(() => resolve(contract, { $ref: '#/components/schemas/Pot' })).toThrow(
    'The contract has no #/components/schemas/Pot',
  );
});
