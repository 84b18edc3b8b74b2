import { writeClientPackage } from '../contract/client/client-package.ts';
import { shownContract } from './shown-contract.ts';
import { quoted, readPath } from './terminal/options.ts';
import { runCommand } from './terminal/run-command.ts';

const commandLine = {
  command: 'npm run client',
  about: 'Writes the typed client as an npm package.',
  usage: ['DIR'],
  operands: { DIR: 'a new or an empty folder, or one that this command wrote before' },
  options: {},
};

await runCommand((args) => {
  const folder = readPath(args, commandLine);
  if (folder === undefined) return;
  writeClientPackage(folder, shownContract());
  console.log(`The client is in ${folder}. In your project, run: npm install ${quoted(folder)}`);
});
