import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { contractText, parseContract } from '../contract/contract.ts';
import { docsPage } from './page.ts';

const file = process.argv[2] ?? '.plant-store/openapi.html';

try {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, docsPage(parseContract(contractText())));
  console.log(`The contract is in ${file}.`);
} catch (error) {
  console.error(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  process.exitCode = 1;
}
