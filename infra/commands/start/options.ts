import { defaultDataFolder } from '../../local/data-folder/data-folder.ts';
import { UsageError } from '../../problem.ts';
import { parseOptions, portNumber } from '../terminal/options.ts';

export interface StartOptions {
  readonly host: string;
  readonly port: number;
  /** In the order in which to try them. */
  readonly dynamodbPorts: readonly number[];
  readonly docsPorts: readonly number[];
  /** Absent: in memory, or in another DynamoDB. */
  readonly data: string | undefined;
  /** Another DynamoDB than the embedded one. */
  readonly dynamodb: string | undefined;
  readonly json: boolean;
  readonly watch: boolean;
  /** Absent: synthesized now. */
  readonly assembly?: string | undefined;
  readonly help: boolean;
}

export const startHelp = `Serves the synthesized stack on this machine: gateway, functions and tables.

  npm start -- [options]

  --port N           where to listen; 0 picks a free port (default 3000)
  --dynamodb-port N  where the tables listen (default 8000, or any where that is taken)
  --docs-port N      where the contract is, with a console (default 3001, or any likewise)
  --host NAME        the address of all three URLs: gateway, tables, docs (default 127.0.0.1)
  --data DIR         where plants and tokens are kept (default ${defaultDataFolder})
  --memory           keep nothing after the end; npm run token reaches it all the same
  --dynamodb URL     serve on the DynamoDB there, instead of the embedded one; makes missing tables
  --watch            rebuild and swap the functions when a file changes
  --assembly DIR     serve what cdk synth wrote there, instead of synthesizing
  --json             one line of JSON when ready; everything else goes to stderr
  --help             this text`;

const flags = {
  port: { type: 'string', default: '3000' },
  'dynamodb-port': { type: 'string' },
  'docs-port': { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  data: { type: 'string' },
  memory: { type: 'boolean', default: false },
  dynamodb: { type: 'string' },
  watch: { type: 'boolean', default: false },
  assembly: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

export function readStartOptions(args: readonly string[]): StartOptions {
  const {
    data,
    dynamodb,
    memory,
    port,
    'dynamodb-port': dynamodbPort,
    'docs-port': docsPort,
    ...others
  } = parseOptions({ args: [...args], options: flags }).values;
  if (memory && data !== undefined) {
    throw new UsageError('--memory keeps nothing, so it does not go together with --data.');
  }
  if (dynamodb !== undefined && (memory || data !== undefined || dynamodbPort !== undefined)) {
    throw new UsageError(
      '--dynamodb keeps everything there, so it does not go together with --data, --memory or --dynamodb-port.',
    );
  }
  if (others.watch && others.assembly !== undefined) {
    throw new UsageError('--watch synthesizes anew, so it does not go together with --assembly.');
  }
  return {
    ...others,
    port: portNumber('--port', port),
    dynamodbPorts: portsOf('--dynamodb-port', dynamodbPort, 8000),
    docsPorts: portsOf('--docs-port', docsPort, 3001),
    data: memory || dynamodb !== undefined ? undefined : (data ?? defaultDataFolder),
    dynamodb: dynamodb === undefined ? undefined : originOf('--dynamodb', dynamodb),
  };
}

/** A usual port that is taken gives way to any other; a chosen one does not. */
function portsOf(option: string, text: string | undefined, usual: number): number[] {
  return text === undefined ? [usual, 0] : [portNumber(option, text)];
}

function originOf(option: string, text: string): string {
  const url = URL.parse(text);
  if (url?.pathname === '/' && /^https?:$/.test(url.protocol)) return url.origin;
  throw new UsageError(
    `${option} takes a URL such as http://127.0.0.1:8000, not ${JSON.stringify(text)}.`,
  );
}
