import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFolder, onFile, UsageError } from '../../infra/base.ts';
import { docsPage, isDocsPage } from '../contract/page/page.ts';
import { shownContract } from './shown-contract.ts';
import { readPath } from './terminal/options.ts';
import { runCommand } from './terminal/run-command.ts';

const commandLine = {
  command: 'npm run docs',
  about: 'Writes the contract as a page of HTML.',
  usage: ['[FILE]'],
  operands: { FILE: 'a new file, or one that this command wrote before (default openapi.html)' },
  options: {},
};

await runCommand((args) => {
  const file = readPath(args, commandLine, 'openapi.html');
  if (file === undefined) return;
  const page = docsPage(shownContract());
  onFile(file, 'written', () => {
    // Never overwrites a file that this command did not write.
    const found = statSync(file, { throwIfNoEntry: false });
    const isOurs = found?.isFile() && isDocsPage(readFileSync(file, 'utf8'));
    if (found && !isOurs) throw new UsageError(`${file} holds something else. Name a new file.`);
    createFolder(dirname(file));
    writeFileSync(file, page);
  });
  console.log(`The contract is in ${file}.`);
});
