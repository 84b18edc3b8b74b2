import { readFileSync } from 'node:fs';
import { isRecord, onFile, UsageError } from '../../../infra/base.ts';
import { defaultDataFolder } from '../data-folder.ts';
import { inspectHelp, inspectorAddress, withInspectPort } from '../inspect-option.ts';
import { pathOf, readArguments } from '../terminal/options.ts';

const commandLine = {
  command: 'npm run invoke',
  help: `Invokes one function with one event, on the tables of npm start.

  npm run invoke -- CreatePlant events/create-plant/valid.json [options]

  FUNCTION EVENT       its name in the stack, and a JSON file; - reads standard input
  --env-vars FILE      variables by function, as in sam local invoke
  --data DIR           the data folder of npm start (default ${defaultDataFolder})
  ${inspectHelp}
  --assembly DIR       uses the output of cdk synth in DIR, without a synthesis

The result is on standard output, the logs are on standard error. With --inspect, it waits for the debugger.`,
  options: {
    'env-vars': { type: 'string' },
    data: { type: 'string' },
    inspect: { type: 'string' },
    assembly: { type: 'string' },
  },
  takesOperands: true,
} as const;

/** Undefined if the help was printed. */
export function readInvokeOptions(args: readonly string[]) {
  const given = readArguments(withInspectPort(args), commandLine);
  if (given === undefined) return undefined;
  const { positionals, values } = given;
  const [functionName, eventFile, ...others] = positionals;
  if (!functionName || !eventFile || others.length > 0) {
    throw new UsageError(
      'It needs a function and an event file: npm run invoke -- CreatePlant events/create-plant/valid.json',
    );
  }
  const file = pathOf(values['env-vars']);
  const variables = file === undefined ? {} : readJson(file).value;
  if (!isVariables(variables)) {
    throw new UsageError(
      `${file} must be an object of functions, each an object of text variables.`,
    );
  }
  // By function name, as sam reads them.
  const own = { ...variables['Parameters'], ...variables[functionName] };
  return {
    functionName,
    event: readJson(eventFile === '-' ? eventFile : pathOf(eventFile)).text,
    data: pathOf(values.data) ?? defaultDataFolder,
    assembly: pathOf(values.assembly),
    inspectorAddress: inspectorAddress(values.inspect),
    variables: own,
  };
}

function readJson(file: string): { readonly text: string; readonly value: unknown } {
  const text = onFile(file, 'read', () => readFileSync(file === '-' ? 0 : file, 'utf8'));
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    throw new UsageError(`${file === '-' ? 'Standard input' : file} is not JSON.`);
  }
}

function isVariables(value: unknown): value is Record<string, Record<string, string>> {
  // No variable of a process can hold the character that ends it.
  const isText = (text: unknown) => typeof text === 'string' && !text.includes('\0');
  const isOwn = (own: unknown) => isRecord(own) && Object.values(own).every(isText);
  return isRecord(value) && Object.values(value).every(isOwn);
}
