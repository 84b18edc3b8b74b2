import type { GatewayResult } from './gateway/answer.ts';
import { createGateway, type Gateway } from './gateway/gateway.ts';
import { startServer } from './gateway/http-server.ts';
import { startManagementApi } from './gateway/management-api.ts';
import type { GatewayRequest } from './gateway/request.ts';
import { createFleets, type Fleets } from './lambda/fleets.ts';
import type { Address } from './machine/listen.ts';
import { createTables } from './tables/tables.ts';
import type { ServiceModel } from './template/service-model.ts';

export interface EmulatorSettings {
  /** A DynamoDB that holds the tables of the model. */
  readonly dynamodbUrl: string;
  readonly address: Address;
  /** At most so many instances of each function. */
  readonly mostInstances?: number | undefined;
  /** How long a client may take to send its request. */
  readonly requestMilliseconds?: number | undefined;
  readonly onAnswer: (request: GatewayRequest, result: GatewayResult) => void;
  /** What a function writes while no request runs. */
  readonly onIdleLog: (line: string) => void;
}

export interface Emulator {
  readonly url: string;
  /** The URL of the gateway's management API. */
  readonly managementUrl: string;
  /** The processes that run functions right now. */
  readonly pids: () => number[];
  /** Serves another stack from the next request on, on the same tables. */
  readonly swap: (model: ServiceModel) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Serves a synthesized stack on this machine, as API Gateway and Lambda would. The tables must be open already. */
export async function startEmulator(
  model: ServiceModel,
  settings: EmulatorSettings,
): Promise<Emulator> {
  let current = deploy(model, settings);
  const { address, dynamodbUrl, onAnswer, requestMilliseconds = 30_000 } = settings;
  const server = await startServer({
    address,
    requestMilliseconds,
    handle: (request) => current.handle(request),
    onAnswer,
  });
  const management = await startManagementApi(() => current.resetAuthorizersCache());
  return {
    url: server.url,
    managementUrl: management.url,
    pids: () => current.pids(),
    async swap(next) {
      await createTables(dynamodbUrl, next.tables);
      const previous = current;
      current = deploy(next, settings);
      await previous.retire();
    },
    async close() {
      await server.close();
      await management.close();
      await current.retire();
    },
  };
}

/** One version of the stack being served. */
interface Deployment {
  readonly handle: (request: GatewayRequest) => Promise<GatewayResult>;
  readonly resetAuthorizersCache: Gateway['resetAuthorizersCache'];
  readonly pids: Fleets['pids'];
  /** Ends its instances after it has answered all requests that it accepted. */
  readonly retire: () => Promise<void>;
}

function deploy(model: ServiceModel, settings: EmulatorSettings): Deployment {
  const fleets = createFleets(model.functions, settings);
  const gateway = createGateway(model, fleets.invoke);
  const { promise: idle, resolve: settleIdle } = Promise.withResolvers<void>();
  let open = 0;
  let retiring = false;
  const settleIfIdle = () => {
    if (retiring && open === 0) settleIdle();
  };
  return {
    async handle(request) {
      open += 1;
      try {
        return await gateway(request);
      } finally {
        open -= 1;
        settleIfIdle();
      }
    },
    resetAuthorizersCache: gateway.resetAuthorizersCache,
    pids: fleets.pids,
    async retire() {
      retiring = true;
      settleIfIdle();
      await idle;
      await fleets.close();
    },
  };
}
