import { checkContractCode, writeContractCode } from '../../contract/contract-code.ts';
import { readArguments } from '../../shared/terminal/options.ts';
import { runCommand } from '../../shared/terminal/run-command.ts';

const commandLine = {
  command: 'npm run generate',
  help: `Writes the types and the validator of a request from openapi.yaml.

  npm run generate -- [--check]

  --check  writes nothing, and fails if they do not match openapi.yaml`,
  options: { check: { type: 'boolean' } },
} as const;

await runCommand(async (args) => {
  const values = readArguments(args, commandLine)?.values;
  if (values === undefined) return;
  if (values.check) return checkContractCode();
  console.log(`Wrote ${await writeContractCode()}.`);
});
