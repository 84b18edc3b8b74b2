import { resolve } from 'node:path';
import { writeClientPackage } from '../contract/client/client-package.ts';
import { contractText, parseContract } from '../contract/contract.ts';
import { parseOptions } from '../terminal/parse-options.ts';
import { UsageError } from '../terminal/usage-error.ts';

const help = `Writes the typed client as an npm package.

  npm run client -- DIR

  DIR     where to: a new or an empty folder, or one that it wrote before
  --help  this text`;

try {
  const { positionals, values } = parseOptions({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: { help: { type: 'boolean' } },
  });
  const [folder = '', ...others] = positionals;
  if (values.help) console.log(help);
  else if (others.length > 0 || folder === '') {
    throw new UsageError('It takes one folder. Try --help.');
  } else {
    writeClientPackage(folder, parseContract(contractText()));
    console.log(`The client is in ${folder}. Where it is used: npm install ${resolve(folder)}`);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
