import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { contractText, parseContract } from '../contract/contract.ts';
import { docsPage } from '../contract/page/page.ts';
import { Problem } from '../problem.ts';
import { pathOrHelp } from './terminal/options.ts';
import { runCommand } from './terminal/run-command.ts';

const help = `Writes the contract as a page of HTML.

  npm run docs -- [FILE]

  FILE    where to (default .plant-store/openapi.html)
  --help  this text`;

await runCommand((args) => {
  const file = pathOrHelp(args, { help, kind: 'file', usual: '.plant-store/openapi.html' });
  if (file !== undefined) write(file);
});

function write(file: string): void {
  const page = docsPage(parseContract(contractText()));
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, page);
  } catch (error) {
    throw new Problem(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
  console.log(`The contract is in ${file}.`);
}
