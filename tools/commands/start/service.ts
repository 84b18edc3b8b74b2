import { type LocalStack, type StackOptions, startLocalStack } from '../../local/local.ts';
import { developmentToken, storeDevelopmentTokens } from '../development-token.ts';
import { type RequestRecord, requestRecord } from './request-record.ts';

export interface PlantStoreOptions
  extends Partial<Omit<StackOptions, 'address' | 'tablesAddress' | 'fill' | 'onAnswer'>> {
  readonly host?: string;
  /** 0, the default, is any free port. */
  readonly port?: number;
  /** Ports of the tables, tried in this order; any free port by default. */
  readonly dynamodbPorts?: readonly number[];
  readonly onRequest?: (record: RequestRecord) => void;
}

export interface RunningPlantStore extends LocalStack {
  readonly token: string;
  /** False if somebody revoked the token in this data folder. */
  readonly tokenHolds: boolean;
}

/** The plant store on this machine: a synthesized stack and its tables, with the development tokens. */
export async function startPlantStore(options: PlantStoreOptions): Promise<RunningPlantStore> {
  const { dynamodbPorts = [0], host = '127.0.0.1', onRequest, port = 0 } = options;
  let tokenHolds = false;
  const stack = await startLocalStack({
    ...options,
    address: { host, ports: [port], setting: '--port' },
    tablesAddress: { host, ports: dynamodbPorts, setting: '--dynamodb-port' },
    async fill(client, outputs) {
      tokenHolds = await storeDevelopmentTokens(client, outputs);
    },
    onAnswer: (...answered) => onRequest?.(requestRecord(...answered)),
    onLog: options.onLog ?? (() => {}),
  });
  return { ...stack, token: developmentToken, tokenHolds };
}
