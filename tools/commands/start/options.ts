import { UsageError } from '../../../infra/base.ts';
import { defaultDataFolder } from '../data-folder.ts';
import { inspectOption, inspectorAddress } from '../inspect-option.ts';
import { readArguments, wholeNumber } from '../terminal/options.ts';

export type StartOptions = NonNullable<ReturnType<typeof readStartOptions>>;

const commandLine = {
  command: 'npm start',
  about: 'Serves the synthesized stack on this machine: gateway, functions and tables.',
  usage: ['[options]'],
  options: {
    port: { takes: 'N', default: '3000', help: 'the port of the gateway; 0 picks a free one' },
    'dynamodb-port': {
      takes: 'N',
      help: 'the port of the tables (default 8000; any free port if it is in use)',
    },
    'docs-port': {
      takes: 'N',
      help: 'the port of the contract and its console (default 3001; any free port if it is in use)',
    },
    host: { takes: 'NAME', default: '127.0.0.1', help: 'the address of gateway, tables and docs' },
    data: { takes: 'DIR', help: `the folder of plants and tokens (default ${defaultDataFolder})` },
    memory: { help: 'keeps the data in memory only' },
    watch: { help: 'rebuilds and swaps the functions when a file changes' },
    inspect: inspectOption,
    assembly: { takes: 'DIR', help: 'serves the output of cdk synth in DIR, without a synthesis' },
    rescue: {
      takes: 'DIR',
      help: 'saves what can be read of damaged data in the new DIR, and ends',
    },
    json: { help: 'prints one line of JSON when ready; everything else is on standard error' },
  },
} as const;

/** Undefined if the help was printed. */
export function readStartOptions(args: readonly string[]) {
  const values = readArguments(args, commandLine)?.values;
  if (values === undefined) return undefined;
  const { data, memory = false, watch = false, json = false, assembly, rescue } = values;
  if (memory && data !== undefined) {
    throw new UsageError('--memory stores nothing: do not use it with --data.');
  }
  if (rescue !== undefined && (memory || watch || json || assembly !== undefined)) {
    throw new UsageError('--rescue only copies data: use it alone, or with --data.');
  }
  if (watch && assembly !== undefined) {
    throw new UsageError('--watch synthesizes again: do not use it with --assembly.');
  }
  return {
    host: values.host,
    json,
    watch,
    assembly,
    rescue,
    inspectorAddress: inspectorAddress(values.inspect),
    port: portNumber('--port', values.port),
    dynamodbPorts: portsOf('--dynamodb-port', values['dynamodb-port'], 8000),
    docsPorts: portsOf('--docs-port', values['docs-port'], 3001),
    data: memory ? undefined : (data ?? defaultDataFolder),
  };
}

/** A default port that is in use is replaced by a free one. A port that the user chose is not. */
function portsOf(option: string, text: string | undefined, usual: number): number[] {
  return text === undefined ? [usual, 0] : [portNumber(option, text)];
}

function portNumber(option: string, text: string): number {
  return wholeNumber(option, text, { least: 0, most: 65_535 });
}
