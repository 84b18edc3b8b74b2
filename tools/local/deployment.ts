import { randomUUID } from 'node:crypto';
import { Problem } from '../../infra/base.ts';
import type { OnAnswer } from './gateway/exchange.ts';
import { createGateway } from './gateway/gateway.ts';
import type { GatewayResult } from './gateway/http-answer.ts';
import { startServer } from './gateway/http-server.ts';
import type { GatewayRequest } from './gateway/request.ts';
import { createFleets } from './lambda/fleet.ts';
import { statusOf } from './machine/own-request.ts';
import { type Address, anyLoopbackPort, startOwnServer } from './machine/own-server.ts';
import { apiId } from './template/fake-account.ts';
import type { ServiceModel } from './template/service-model.ts';

export interface StackSettings {
  /** A DynamoDB that holds the tables of the model. */
  readonly dynamodbUrl: string;
  readonly address: Address;
  /** The most instances of one function. */
  readonly mostInstances?: number | undefined;
  readonly onAnswer: OnAnswer;
  /** Gets the lines that belong to no request. */
  readonly onLog: (line: string) => void;
}

/** Serves a synthesized stack as API Gateway and Lambda would. Its tables must exist already. */
export async function serveStack(model: ServiceModel, settings: StackSettings) {
  let current = deploy(model, settings);
  const handle = (request: GatewayRequest) => current.handle(request);
  const server = await startServer({ ...settings, handle });
  const own = `/${randomUUID()}`;
  const management = await startOwnServer(anyLoopbackPort, ({ method, url }, response) => {
    const isReset = method === 'DELETE' && url === own + authorizersCache;
    if (isReset) current.resetAuthorizersCache();
    const isThisRun = method === 'GET' && url === own;
    response.writeHead(isReset ? 204 : isThisRun ? 200 : 404).end();
  });
  return {
    url: server.url,
    managementUrl: management.url + own,
    pids: () => current.pids(),
    async swap(next: ServiceModel) {
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

/**
 * The one call of API Gateway's own API that is served: it clears the cache of the authorizers.
 * https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/apis-apiid-stages-stagename-cache-authorizers.html
 */
const authorizersCache = `/v2/apis/${apiId}/stages/$default/cache/authorizers`;

/** Clears the cache of another process. */
export async function clearAuthorizersCache(url: string): Promise<void> {
  const problem = await statusOf(url + authorizersCache, 'DELETE', 5_000).then(
    (status) => (status === 204 ? undefined : `status ${status}`),
    (error: Error) => error.message,
  );
  if (problem !== undefined) throw new Problem(`The gateway at ${url} did not do it (${problem}).`);
}

/** One version of the stack. */
function deploy(model: ServiceModel, settings: StackSettings) {
  const fleets = createFleets(model.functions, settings);
  const gateway = createGateway(model, fleets.invoke);
  const open = new Set<Promise<GatewayResult>>();
  return {
    handle(request: GatewayRequest): Promise<GatewayResult> {
      const result = gateway.handle(request).finally(() => open.delete(result));
      open.add(result);
      return result;
    },
    resetAuthorizersCache: gateway.resetAuthorizersCache,
    pids: fleets.pids,
    /** Ends its instances after it has answered all requests that it accepted. */
    async retire() {
      await Promise.allSettled(open);
      await fleets.close();
    },
  };
}
