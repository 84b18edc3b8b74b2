import { resolve } from 'node:path';
import { writeClientPackage } from '../contract/client/client-package.ts';
import { contractText, parseContract } from '../contract/contract.ts';
import { pathOrHelp } from './terminal/options.ts';
import { runCommand } from './terminal/run-command.ts';

const help = `Writes the typed client as an npm package.

  npm run client -- DIR

  DIR     a new or an empty folder, or one that this command wrote before
  --help  this text`;

await runCommand((args) => {
  const path = pathOrHelp(args, { help, kind: 'folder' });
  if (path === undefined) return;
  // npm changes to the project's folder, and keeps here where the person is.
  const folder = resolve(process.env['INIT_CWD'] ?? '', path);
  writeClientPackage(folder, parseContract(contractText()));
  console.log(`The client is in ${folder}. In your project, run: npm install ${quoted(folder)}`);
});

function quoted(path: string): string {
  return /\s/.test(path) ? `"${path}"` : path;
}
