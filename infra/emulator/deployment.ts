import { createGateway, type Gateway } from './gateway/gateway.ts';
import { createFleets, type Fleets, type FleetsSettings } from './lambda/fleets.ts';
import type { ServiceModel } from './template/service-model.ts';

/** One version of the stack being served. */
export interface Deployment {
  readonly handle: (...request: Parameters<Gateway>) => ReturnType<Gateway>;
  readonly resetAuthorizersCache: Gateway['resetAuthorizersCache'];
  readonly pids: Fleets['pids'];
  /** Ends its instances, once every request that it took on is answered. */
  readonly retire: () => Promise<void>;
}

export function deploy(model: ServiceModel, settings: FleetsSettings): Deployment {
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
