import { writeFileSync } from 'node:fs';
import { clientCode } from '../contract/client/client-code.ts';
import { contractText } from '../contract/contract.ts';
import { validatorCode } from '../contract/validator-code.ts';

const openapi = contractText();
function write(path: string, code: string) {
  return writeFileSync(new URL(`../../${path}`, import.meta.url), code);
}

write('functions/create-plant/validate-event.generated.ts', validatorCode(openapi));
write('infra/contract/client/contract.generated.ts', clientCode(openapi));
