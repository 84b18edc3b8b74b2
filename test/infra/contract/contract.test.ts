import { expect, it } from 'vitest';
import { readContract } from '../../../infra/contract/contract.ts';
import { Problem } from '../../../infra/problem.ts';

it('describes a mistake in the YAML in one sentence', () => {
  const sentence = /^openapi\.yaml is not valid YAML: .+$/;
  expect(() => readContract('a: [')).toThrow(Problem);
  expect(() => readContract('a: [')).toThrow(sentence);
});
