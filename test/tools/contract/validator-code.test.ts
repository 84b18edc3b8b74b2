import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clientCode } from '../../../tools/contract/client/client-code.ts';
import { contractText } from '../../../tools/contract/contract.ts';
import { validatorCode } from '../../../tools/contract/validator-code.ts';

it.each([
  ['functions/create-plant/validate-event.generated.ts', validatorCode],
  ['tools/contract/client/contract.generated.ts', clientCode],
])('%s is the output of `npm run generate` for this contract', (path, code) => {
  const file = new URL(`../../../${path}`, import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(code(contractText()));
});
