import { readFileSync } from 'node:fs';
import { defaultDataFolder } from '../../local/data-folder/data-folder.ts';
import { isRecord } from '../../local/template/cloudformation.ts';
import { UsageError } from '../../problem.ts';
import { parseOptions } from '../terminal/options.ts';

export interface InvokeOptions {
  readonly functionName: string;
  /** JSON text. */
  readonly event: string;
  readonly data: string;
  /** Absent: synthesized now. */
  readonly assembly?: string;
  /** By function name, as sam reads them. `Parameters` apply to every function. */
  readonly variables: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const invokeHelp = `Invokes one function with one event, on the tables of npm start.

  npm run invoke -- FUNCTION EVENT [options]

  FUNCTION         its name in the stack, such as CreatePlant
  EVENT            a JSON file; - reads standard input
  --env-vars FILE  variables by function, as in sam local invoke
  --data DIR       where npm start keeps its tables (default ${defaultDataFolder})
  --assembly DIR   use what cdk synth wrote there, instead of synthesizing
  --help           this text

The result goes to standard output, logs to standard error.`;

/** Undefined: help was asked for. */
export function readInvokeOptions(args: readonly string[]): InvokeOptions | undefined {
  const { positionals, values } = parse(args);
  if (values.help) return undefined;
  const [functionName, eventFile, ...others] = positionals;
  if (!functionName || !eventFile || others.length > 0) {
    throw new UsageError(
      'It takes a function and an event file: npm run invoke -- CreatePlant events/create-plant/valid.json',
    );
  }
  const variables = values['env-vars'] === undefined ? {} : readJson(values['env-vars']);
  if (!isVariables(variables)) {
    throw new UsageError(
      `${values['env-vars']} has to be an object of functions, each an object of text variables.`,
    );
  }
  return {
    functionName,
    event: JSON.stringify(readJson(eventFile)),
    data: values.data,
    ...(values.assembly !== undefined && { assembly: values.assembly }),
    variables,
  };
}

function parse(args: readonly string[]) {
  return parseOptions({
    args: [...args],
    allowPositionals: true,
    options: {
      assembly: { type: 'string' },
      data: { type: 'string', default: defaultDataFolder },
      'env-vars': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
}

function readJson(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file === '-' ? 'Standard input' : file} is not JSON.`);
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function isVariables(value: unknown): value is InvokeOptions['variables'] {
  return (
    isRecord(value) &&
    Object.values(value).every(
      (own) => isRecord(own) && Object.values(own).every((text) => typeof text === 'string'),
    )
  );
}
