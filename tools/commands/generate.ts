import { writeFileSync } from 'node:fs';
import { onFile } from '../../infra/base.ts';
import { clientCode } from '../contract/client/client-code.ts';
import { contractText } from '../contract/contract.ts';
import { validatorCode } from '../contract/validator-code.ts';
import { readArguments } from './terminal/options.ts';
import { runCommand } from './terminal/run-command.ts';

const commandLine = {
  command: 'npm run generate',
  about: "Writes the code that is made from openapi.yaml: the validator and the client's types.",
  usage: [''],
  options: {},
};

await runCommand((args) => {
  if (readArguments(args, commandLine) === undefined) return;
  const openapi = contractText();
  write('tools/contract/client/contract.generated.ts', clientCode(openapi));
  write('functions/create-plant/validate-event.generated.ts', validatorCode(openapi));
});

function write(path: string, code: string): void {
  onFile(path, 'written', () => writeFileSync(new URL(`../../${path}`, import.meta.url), code));
}
