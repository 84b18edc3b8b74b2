import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clientCode } from '../../../infra/contract/client/client-code.ts';
import { contractText } from '../../../infra/contract/contract.ts';
import { validatorCode } from '../../../infra/contract/validator-code.ts';

it.each([
  ['functions/create-plant/validate-event.generated.ts', validatorCode],
  ['infra/contract/client/contract.generated.ts', clientCode],
])('%s is the output of `npm run generate` for this contract', (path, code) => {
  const file = new URL(`../../../${path}`, import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(code(contractText()));
});
