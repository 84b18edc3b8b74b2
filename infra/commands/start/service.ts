import { type Deployment, deploy } from '../../emulator/deployment.ts';
import { startServer } from '../../emulator/gateway/http-server.ts';
import { startManagementApi } from '../../emulator/gateway/management-api.ts';
import { createTables } from '../../emulator/tables/tables.ts';
import { readCloudAssembly } from '../../emulator/template/cloud-assembly.ts';
import type { ServiceModel } from '../../emulator/template/service-model.ts';
import { listenProblem, urlOf } from '../../terminal/listen.ts';
import { openPrepared } from '../data-folder/connect-tables.ts';
import { removeRun, tablesPath, writeRun } from '../data-folder/data-folder.ts';
import { developmentToken, developmentTokenHolds } from '../data-folder/development-token.ts';
import { type RequestRecord, requestRecord } from './request-record.ts';

export interface PlantStoreOptions {
  /** The folder that synth wrote. */
  readonly assembly: string;
  readonly host?: string;
  /** 0, the default, picks a free one. */
  readonly port?: number;
  /** Where the tables may listen, in the order in which to try; any free port, unless told otherwise. */
  readonly dynamodbPorts?: readonly number[];
  /** Where plants and tokens are kept; without it they are gone at the end. */
  readonly data?: string | undefined;
  /** Where to say how it can be reached; in the data folder, unless told otherwise. */
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

/** Serves a synthesized stack on this machine, as API Gateway, Lambda and DynamoDB would. */
export async function startPlantStore(options: PlantStoreOptions): Promise<RunningPlantStore> {
  const { host = '127.0.0.1', port = 0, dynamodbPorts = [0] } = options;
  const { data, onRequest, onIdleLog = () => {}, runFolder = data } = options;
  const model = readCloudAssembly(options.assembly);
  const tables = await openPrepared(data === undefined ? undefined : tablesPath(data), model, {
    host,
    ports: dynamodbPorts,
    option: '--dynamodb-port',
  });

  const serveFrom = (next: ServiceModel): Deployment =>
    deploy(next, { dynamodbUrl: tables.url, mostInstances: options.mostInstances, onIdleLog });

  try {
    let current = serveFrom(model);
    const server = await startServer({
      host,
      port,
      requestMilliseconds: options.requestMilliseconds ?? 30_000,
      handle: (request) => current.handle(request),
      onAnswer: (request, result) => onRequest?.(requestRecord(request, result, Date.now())),
    });
    const management = await startManagementApi(() => current.resetAuthorizersCache());
    const run = {
      url: urlOf(host, server.port),
      dynamodb: tables.url,
      tables: Object.fromEntries(model.tables.map(({ name }) => [name, name])),
    };
    const apigateway = management.url;
    const inMemory = data === undefined;
    if (runFolder) await writeRun(runFolder, { pid: process.pid, apigateway, inMemory, ...run });
    return {
      ...run,
      token: developmentToken,
      tokenHolds: await developmentTokenHolds(tables.url, model.outputs['TokensTableName']),
      pids: () => current.pids(),
      async swap(assembly) {
        const next = readCloudAssembly(assembly);
        await createTables(tables.url, next.tables);
        const previous = current;
        current = serveFrom(next);
        await previous.retire();
      },
      async close() {
        await server.close();
        await management.close();
        await current.retire();
        if (runFolder) removeRun(runFolder, run.url);
        await tables.close();
      },
    };
  } catch (error) {
    await tables.close();
    throw listenProblem(error, { host, port, option: '--port' }) ?? error;
  }
}
