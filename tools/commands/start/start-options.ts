import { isIPv6 } from 'node:net';
import { dataFolderOf, defaultDataFolder, readArguments } from '../../shared/terminal/options.ts';
import { UsageError } from '../../shared/usage-error.ts';

export type StartOptions = NonNullable<ReturnType<typeof readStartOptions>>;

const ports = { gateway: 3000, docs: 3001, dynamodb: 8000 };

const commandLine = {
  command: 'npm start',
  help: `Serves the API on this machine: gateway, functions and tables, in one process.

  npm start -- [options]

  --port N             the port of the gateway (default ${ports.gateway}); 0 picks a free one
  --dynamodb-port N    the port of the tables (default ${ports.dynamodb}; any free port if it is in use)
  --docs-port N        the port of the contract (default ${ports.docs}; any free port if it is in use)
  --host NAME          the address of gateway, tables and docs (default 127.0.0.1)
  --data DIR           the folder of the tables (default ${defaultDataFolder})
  --memory             keeps the data in memory only, where other commands cannot see it
  --json               prints one line of JSON when ready; everything else is on standard error`,
  options: {
    port: { type: 'string', default: `${ports.gateway}` },
    'dynamodb-port': { type: 'string' },
    'docs-port': { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    data: { type: 'string' },
    memory: { type: 'boolean' },
    json: { type: 'boolean' },
  },
} as const;

/** Undefined if the help was printed. */
export function readStartOptions(args: readonly string[]) {
  const values = readArguments(args, commandLine)?.values;
  if (values === undefined) return undefined;
  const { memory = false, json = false } = values;
  if (memory && values.data !== undefined) {
    throw new UsageError('--memory writes nothing to disk, so it cannot be used with --data.');
  }
  return {
    host: readHost(values.host),
    json,
    port: readPort('--port', values.port),
    dynamodbPorts: portsOf('--dynamodb-port', values['dynamodb-port'], ports.dynamodb),
    docsPorts: portsOf('--docs-port', values['docs-port'], ports.docs),
    data: memory ? undefined : dataFolderOf(values.data),
  };
}

/** A default port that is in use is replaced by a free one. A port that the user chose is not. */
function portsOf(option: string, text: string | undefined, usual: number): number[] {
  return text === undefined ? [usual, 0] : [readPort(option, text)];
}

/** In the form in which a client sends it as its Host: 0 is 0.0.0.0, and LocalHost is localhost. */
function readHost(text: string): string {
  const url = URL.parse(`http://${isIPv6(text) ? `[${text}]` : text}`);
  if (url?.href === `http://${url?.hostname}/`) return url.hostname.replace(/^\[(.*)\]$/, '$1');
  throw new UsageError(`--host takes a name or an address, not ${JSON.stringify(text)}.`);
}

function readPort(option: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`${option} takes a port from 0 to 65535, not ${JSON.stringify(text)}.`);
}
