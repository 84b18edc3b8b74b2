import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { contractText, parseContract } from '../contract/contract.ts';
import { docsPage } from '../contract/docs/page.ts';
import { parseOptions } from '../terminal/parse-options.ts';
import { UsageError } from '../terminal/usage-error.ts';

const help = `Writes the contract as a page of HTML.

  npm run docs -- [FILE]

  FILE    where to (default .plant-store/openapi.html)
  --help  this text`;

try {
  const { positionals, values } = parseOptions({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: { help: { type: 'boolean' } },
  });
  const [file = '.plant-store/openapi.html', ...others] = positionals;
  if (others.length > 0 || file === '') throw new UsageError('It takes one file. Try --help.');
  if (values.help) console.log(help);
  else write(file);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

function write(file: string): void {
  const page = docsPage(parseContract(contractText()));
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, page);
  } catch (error) {
    throw new Error(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
  console.log(`The contract is in ${file}.`);
}
