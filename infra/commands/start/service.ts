import { type LocalStack, startLocalStack } from '../../local/local.ts';
import { developmentToken, developmentTokens } from '../development-token.ts';
import { type RequestRecord, requestRecord } from './request-record.ts';

export interface PlantStoreOptions {
  /** A folder that synth wrote; without it, the stack is synthesized now. */
  readonly assembly?: string | undefined;
  readonly host?: string;
  /** 0, the default, is any free port. */
  readonly port?: number;
  /** Ports of the tables, tried in this order; any free port by default. */
  readonly dynamodbPorts?: readonly number[];
  /** The folder of plants and tokens; without it, they are only in memory. */
  readonly data?: string | undefined;
  /** The URL of another DynamoDB, used instead of the embedded one. */
  readonly dynamodb?: string | undefined;
  /** Other commands find this run by a file in this folder; the data folder by default. */
  readonly runFolder?: string;
  /** The most instances of one function. */
  readonly mostInstances?: number | undefined;
  /** How long a client may take to send its request. */
  readonly requestMilliseconds?: number;
  readonly onRequest?: (record: RequestRecord) => void;
  /** Gets the lines that belong to no request. */
  readonly onLog?: (line: string) => void;
  readonly onSynthesis?: () => () => void;
  /** Ends the start. */
  readonly signal?: AbortSignal;
}

export interface RunningPlantStore extends LocalStack {
  readonly token: string;
  /** False if somebody revoked the token in this data folder. */
  readonly tokenHolds: boolean;
}

/** The plant store on this machine: a synthesized stack and its tables, with the development tokens. */
export async function startPlantStore(options: PlantStoreOptions): Promise<RunningPlantStore> {
  const {
    dynamodbPorts = [0],
    host = '127.0.0.1',
    onLog = () => {},
    onRequest,
    port = 0,
  } = options;
  const tokens = developmentTokens();
  const stack = await startLocalStack({
    ...options,
    address: { host, ports: [port], setting: '--port' },
    tablesAddress: { host, ports: dynamodbPorts, setting: '--dynamodb-port' },
    fill: tokens.fill,
    onAnswer: (...answered) => onRequest?.(requestRecord(...answered)),
    onLog,
  });
  return { ...stack, token: developmentToken, tokenHolds: tokens.hold() };
}
