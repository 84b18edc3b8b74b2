import { resolve } from 'node:path';
import { writeClientPackage } from '../contract/client/client-package.ts';
import { contractText, parseContract } from '../contract/contract.ts';
import { parseOptions } from '../terminal/options.ts';
import { UsageError } from '../terminal/problem.ts';
import { runCommand } from '../terminal/run-command.ts';

const help = `Writes the typed client as an npm package.

  npm run client -- DIR

  DIR     a new or an empty folder, or one that this command wrote before
  --help  this text`;

await runCommand((args) => {
  const { positionals, values } = parseOptions({
    args: [...args],
    allowPositionals: true,
    options: { help: { type: 'boolean' } },
  });
  const [folder = '', ...others] = positionals;
  if (values.help) {
    console.log(help);
    return;
  }
  if (others.length > 0 || folder === '') throw new UsageError('It takes one folder. Try --help.');
  writeClientPackage(folder, parseContract(contractText()));
  console.log(`The client is in ${folder}. In your project, run: npm install ${resolve(folder)}`);
});
