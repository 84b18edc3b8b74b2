import { joinPrepared, openPrepared } from '../../local/data-folder/connect-tables.ts';
import { removeRun, tablesPath, writeRun } from '../../local/data-folder/data-folder.ts';
import { whenFree } from '../../local/data-folder/reach-store.ts';
import { startEmulator } from '../../local/emulator.ts';
import { readCloudAssembly } from '../../local/template/cloud-assembly.ts';
import {
  developmentToken,
  developmentTokenHolds,
  withDevelopmentTokens,
} from '../development-token.ts';
import { type RequestRecord, requestRecord } from './request-record.ts';

export interface PlantStoreOptions {
  /** The folder that synth wrote. */
  readonly assembly: string;
  readonly host?: string;
  /** 0, the default, picks a free one. */
  readonly port?: number;
  /** Where the tables may listen, in the order in which to try; any free port by default. */
  readonly dynamodbPorts?: readonly number[];
  /** Where plants and tokens are kept; without it, in memory only. */
  readonly data?: string | undefined;
  /** Another DynamoDB, to serve on instead of the embedded one. */
  readonly dynamodb?: string | undefined;
  /** Where to write how it can be reached; the data folder by default. */
  readonly runFolder?: string;
  /** The cap for each function. */
  readonly mostInstances?: number | undefined;
  /** How long a client may take to send its request. */
  readonly requestMilliseconds?: number;
  readonly onRequest?: (record: RequestRecord) => void;
  /** What a function writes while no request runs. */
  readonly onIdleLog?: (line: string) => void;
}

export interface RunningPlantStore {
  readonly url: string;
  readonly token: string;
  /** False once somebody revoked the token in this data folder. */
  readonly tokenHolds: boolean;
  readonly dynamodb: string;
  readonly tables: Readonly<Record<string, string>>;
  /** The processes that run functions right now. */
  readonly pids: () => number[];
  /** Serves another synthesized stack from the next request on, on the same tables. */
  readonly swap: (assembly: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The plant store on this machine: a synthesized stack, its tables, and how others find them. */
export async function startPlantStore(options: PlantStoreOptions): Promise<RunningPlantStore> {
  const { host = '127.0.0.1', port = 0, dynamodbPorts = [0] } = options;
  const { data, onRequest, onIdleLog = () => {}, runFolder = data } = options;
  const model = readCloudAssembly(options.assembly);
  const wanted = withDevelopmentTokens(model);
  const path = data === undefined ? undefined : tablesPath(data);
  const address = { host, ports: dynamodbPorts, option: '--dynamodb-port' };
  const tables = options.dynamodb
    ? await joinPrepared(options.dynamodb, wanted)
    : await whenFree(() => openPrepared(path, wanted, address));
  try {
    const emulator = await startEmulator(model, {
      dynamodbUrl: tables.url,
      address: { host, ports: [port], option: '--port' },
      mostInstances: options.mostInstances,
      requestMilliseconds: options.requestMilliseconds,
      onAnswer: (request, result) => onRequest?.(requestRecord(request, result, Date.now())),
      onIdleLog,
    });
    const run = {
      url: emulator.url,
      dynamodb: tables.url,
      tables: Object.fromEntries(model.tables.map(({ name }) => [name, name])),
    };
    const apigateway = emulator.managementUrl;
    const store = options.dynamodb ? 'dynamodb' : data ? 'folder' : 'memory';
    if (runFolder) await writeRun(runFolder, { pid: process.pid, apigateway, store, ...run });
    return {
      ...run,
      token: developmentToken,
      tokenHolds: await developmentTokenHolds(tables.url, model.outputs['TokensTableName']),
      pids: emulator.pids,
      swap: async (assembly) => emulator.swap(readCloudAssembly(assembly)),
      async close() {
        await emulator.close();
        if (runFolder) removeRun(runFolder, run.url);
        await tables.close();
      },
    };
  } catch (error) {
    await tables.close();
    throw error;
  }
}
