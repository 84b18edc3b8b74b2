import { readFileSync } from 'node:fs';
import inspector from 'node:inspector';
import { type FunctionName, functions } from '../../../functions/service.ts';
import { checkGenerated } from '../../contract/contract-code.ts';
import { loadFunctions, logToStandardError } from '../../local/functions.ts';
import { prepareTables } from '../../local/service.ts';
import { openFolder } from '../../local/tables/tables.ts';
import { UsageError } from '../../usage-error.ts';
import { withFile } from '../../with-file.ts';
import { inspectHelp, openInspector } from '../debugger.ts';
import { storeDevelopmentTokens } from '../development-token.ts';
import { dataFolderOf, defaultDataFolder, pathOf, readArguments } from '../terminal/options.ts';
import { runCommand } from '../terminal/run-command.ts';

const commandLine = {
  command: 'npm run invoke',
  help: `Invokes one function with one event, on the tables of npm start.

  npm run invoke -- CreatePlant events/create-plant/valid.json [options]

  FUNCTION EVENT       ${Object.keys(functions).join(', ')}, and a JSON file; - reads standard input
  --data DIR           the data folder of npm start (default ${defaultDataFolder})
  ${inspectHelp}

The result is on standard output, the logs are on standard error. With --inspect, it waits for the debugger.`,
  options: { data: { type: 'string' }, inspect: { type: 'boolean' } },
  takesOperands: true,
} as const;

await runCommand(async (args) => {
  const given = readArguments(args, commandLine);
  if (given === undefined) return 0;
  const { positionals, values } = given;
  const [name = '', file = '', ...others] = positionals;
  if (file === '' || others.length > 0) {
    throw new UsageError(
      'Name a function and an event file: npm run invoke -- CreatePlant events/create-plant/valid.json',
    );
  }
  if (!isFunction(name)) {
    throw new UsageError(
      `There is no function ${name}, only ${Object.keys(functions).join(', ')}.`,
    );
  }
  const event = readEvent(file === '-' ? file : pathOf(file));
  checkGenerated();
  logToStandardError();
  const data = dataFolderOf(values.data);
  const { exitCode, shown } = await invokeOn(data, name, event, values.inspect);
  process.stdout.write(`${JSON.stringify(shown, undefined, 2)}\n`);
  return exitCode;
});

function isFunction(name: string): name is FunctionName {
  return Object.hasOwn(functions, name);
}

function readEvent(file: string): object {
  const text = withFile(file, 'read', () => readFileSync(file === '-' ? 0 : file, 'utf8'));
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file === '-' ? 'Standard input' : file} is not JSON.`);
  }
}

/** Runs a function on the tables of a folder. */
async function invokeOn(data: string, name: FunctionName, event: object, inspect = false) {
  const tables = await openFolder(data);
  try {
    if (!tables.run) await prepareTables(tables.url, data, storeDevelopmentTokens);
    const { invoke } = await loadFunctions(tables.url);
    if (inspect) {
      openInspector();
      inspector.waitForDebugger();
    }
    return await invoke(name, event).then(
      (returned) => ({ exitCode: 0, shown: returned }),
      (error: unknown) => ({ exitCode: 1, shown: reportOf(error) }),
    );
  } finally {
    await tables.close();
  }
}

/** As Lambda reports it. */
function reportOf(error: unknown) {
  const { name: errorType, message: errorMessage, stack = '' } = error as Error;
  return { errorType, errorMessage, trace: stack.split('\n') };
}
