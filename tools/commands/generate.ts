import { checkGenerated, generate } from '../contract/generated.ts';
import { shownContract } from './shown-contract.ts';
import { readArguments } from './terminal/options.ts';
import { runCommand } from './terminal/run-command.ts';

const commandLine = {
  command: 'npm run generate',
  about:
    'Writes the code that is made from openapi.yaml: validator, fields, and the types of the client.',
  usage: ['[--check]'],
  options: { check: { help: 'writes nothing, and fails if a file does not fit openapi.yaml' } },
};

await runCommand((args) => {
  const values = readArguments(args, commandLine)?.values;
  if (values === undefined) return;
  shownContract();
  if (values.check) return checkGenerated();
  const paths = generate();
  for (const path of paths) console.log(`Wrote ${path}.`);
  if (paths.length === 0) console.log('All generated files fit openapi.yaml.');
});
