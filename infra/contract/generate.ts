import { writeFileSync } from 'node:fs';
import { clientCode } from './client-code.ts';
import { contractText } from './contract.ts';
import { validatorCode } from './validator-code.ts';

const openapi = contractText();
const write = (path: string, code: string) =>
  writeFileSync(new URL(`../../${path}`, import.meta.url), code);

write('functions/create-plant/validate-event.generated.ts', validatorCode(openapi));
write('test/client/contract.generated.ts', clientCode(openapi));
