import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { contractText, parseContract } from '../contract/contract.ts';
import { createFolder } from '../contract/create-folder.ts';
import { docsPage, isDocsPage } from '../contract/page/page.ts';
import { Problem, UsageError } from '../problem.ts';
import { pathOrHelp } from './terminal/options.ts';
import { runCommand } from './terminal/run-command.ts';

const help = `Writes the contract as a page of HTML.

  npm run docs -- [FILE]

  FILE    a new file, or one that this command wrote before (default openapi.html)
  --help  this text`;

await runCommand((args) => {
  const path = pathOrHelp(args, { help, kind: 'file', usual: 'openapi.html' });
  // npm changes to the project's folder, and keeps here where the person is.
  if (path !== undefined) write(resolve(process.env['INIT_CWD'] ?? '', path));
});

function write(file: string): void {
  const page = docsPage(parseContract(contractText()));
  try {
    refuseForeign(file);
    createFolder(dirname(file));
    writeFileSync(file, page);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
  console.log(`The contract is in ${file}.`);
}

/** Never overwrites a file that this command did not write. */
function refuseForeign(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || (found.isFile() && isDocsPage(readFileSync(file, 'utf8')))) return;
  throw new UsageError(`${file} holds something else. Name a new file.`);
}
