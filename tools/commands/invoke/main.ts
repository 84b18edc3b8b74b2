import { readFileSync } from 'node:fs';
import { type FunctionName, functions } from '../../../functions/service.ts';
import { checkContractCode } from '../../contract/contract-code.ts';
import { loadFunctions } from '../../local/load-functions.ts';
import { prepareTables } from '../../local/local-service.ts';
import { logToStandardError } from '../../local/logs.ts';
import { reachTables } from '../../local/tables/tables.ts';
import {
  dataFolderOf,
  defaultDataFolder,
  pathOf,
  readArguments,
} from '../../shared/terminal/options.ts';
import { printableJson } from '../../shared/terminal/printable.ts';
import { runCommand } from '../../shared/terminal/run-command.ts';
import { UsageError } from '../../shared/usage-error.ts';
import { withFile } from '../../shared/with-file.ts';
import { storeDevelopmentTokens } from '../token/development-token.ts';

const names = Object.keys(functions) as FunctionName[];

const commandLine = {
  command: 'npm run invoke',
  help: `Invokes one function with one event, on the tables of npm start.

  npm run invoke -- Authorize events/authorize/valid.json [options]

  FUNCTION EVENT       ${names.join(', ')}, and a JSON file
  --data DIR           the data folder of npm start (default ${defaultDataFolder})

The result is on standard output, the logs are on standard error.`,
  options: { data: { type: 'string' } },
  takesOperands: true,
} as const;

await runCommand(async (args) => {
  const given = readArguments(args, commandLine);
  if (given === undefined) return 0;
  const { positionals, values } = given;
  const [, file = '', ...others] = positionals;
  const name = names.find((one) => one === positionals[0]);
  if (name === undefined || file === '' || others.length > 0) {
    throw new UsageError(`Name a function (${names.join(', ')}) and an event file. Try --help.`);
  }
  const path = pathOf(file);
  const event = withFile(path, 'read', () => JSON.parse(readFileSync(path, 'utf8')));
  await checkContractCode();
  logToStandardError();
  const data = dataFolderOf(values.data);
  const tables = await reachTables(data);
  try {
    if (!tables.service) await prepareTables(tables.url, storeDevelopmentTokens);
    const invoke = await loadFunctions(tables.url);
    const { exitCode, shown } = await invoke(name, event).then(
      (returned) => ({ exitCode: 0, shown: returned }),
      (error: unknown) => ({ exitCode: 1, shown: reportOf(error) }),
    );
    process.stdout.write(`${printableJson(JSON.stringify(shown, undefined, 2))}\n`);
    return exitCode;
  } finally {
    await tables.close();
  }
});

/** As Lambda reports it. */
function reportOf(error: unknown) {
  const { name: errorType, message: errorMessage, stack = '' } = error as Error;
  return { errorType, errorMessage, trace: stack.split('\n') };
}
