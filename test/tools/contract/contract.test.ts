import { expect, it } from 'vitest';
import { readContract } from '../../../tools/contract/contract.ts';

it('describes a mistake in the YAML in one sentence', () => {
  const message = expect.stringMatching(/^openapi\.yaml is not valid YAML: .+$/);
  expect(() => readContract('a: [')).toThrow(expect.objectContaining({ name: 'Problem', message }));
});
