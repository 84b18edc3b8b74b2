import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { clientCode } from '../contract/client/client-code.ts';
import { contractText } from '../contract/contract.ts';
import { validatorCode } from '../contract/validator-code.ts';
import { Problem } from '../problem.ts';
import { parseOptions } from './terminal/options.ts';
import { runCommand } from './terminal/run-command.ts';

const help = `Writes the code that is made from openapi.yaml: the validator and the client's types.

  npm run generate

  --help  this text`;

await runCommand((args) => {
  const { values } = parseOptions({ args: [...args], options: { help: { type: 'boolean' } } });
  if (values.help) {
    console.log(help);
    return;
  }
  const openapi = contractText();
  const files = {
    'infra/contract/client/contract.generated.ts': clientCode(openapi),
    'functions/create-plant/validate-event.generated.ts': validatorCode(openapi),
  };
  for (const [path, code] of Object.entries(files)) write(path, code);
});

function write(path: string, code: string): void {
  try {
    writeFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), code);
  } catch (error) {
    throw new Problem(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}
