import { randomUUID } from 'node:crypto';
import { Problem } from '../../infra/base.ts';
import type { OnAnswer } from './gateway/exchange.ts';
import { createGateway } from './gateway/gateway.ts';
import type { GatewayResult } from './gateway/http-answer.ts';
import { startServer } from './gateway/http-server.ts';
import type { GatewayRequest } from './gateway/request.ts';
import {
  createFleets,
  type Fleets,
  type FleetsSettings,
  patientMilliseconds,
} from './lambda/fleet.ts';
import { inspectorsOf } from './lambda/inspector.ts';
import { type Address, anyLoopbackPort, startOwnServer } from './machine/own-server.ts';
import { apiId } from './template/fake-account.ts';
import type { ServiceModel } from './template/service-model.ts';

export interface StackSettings {
  /** A DynamoDB that holds the tables of the model. */
  readonly dynamodbUrl: string;
  readonly address: Address;
  /** The most instances of one function. */
  readonly mostInstances?: number | undefined;
  /** The ports for debuggers. With it, each function has one instance, and nothing times out. */
  readonly inspectorAddress?: Address | undefined;
  /** Ends functions that a debugger holds. */
  readonly signal?: AbortSignal | undefined;
  readonly onAnswer: OnAnswer;
  /** Gets the lines that belong to no request. */
  readonly onLog: (line: string) => void;
}

/** Serves a synthesized stack as API Gateway and Lambda would. Its tables must exist already. */
export async function serveStack(model: ServiceModel, { signal, ...others }: StackSettings) {
  const { inspectorAddress } = others;
  const inspectors =
    inspectorAddress && (await inspectorsOf(model.functions.keys(), inspectorAddress));
  const settings = { ...others, ...(inspectors && { inspectors, killSignal: signal }) };
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
  current.fleets.start();
  return {
    url: server.url,
    managementUrl: management.url + own,
    /** The port for a debugger of each function. */
    inspect:
      inspectors && Object.fromEntries([...inspectors].map(([name, { port }]) => [name, port])),
    pids: () => current.fleets.pids(),
    async swap(next: ServiceModel) {
      const previous = current;
      const { promise: begins, resolve: begin } = Promise.withResolvers<void>();
      current = deploy(next, settings, previous.fleets.all, begins);
      void begins.then(current.fleets.start);
      // The new instance of an inspected function listens on the port of the old one.
      if (!inspectors) begin();
      await previous.retire(current.fleets.all);
      begin();
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
  const settings = { method: 'DELETE', signal: AbortSignal.timeout(5_000) };
  const problem = await fetch(url + authorizersCache, settings).then(
    ({ ok, status }) => (ok ? undefined : `status ${status}`),
    (error: Error) => error.message,
  );
  if (problem !== undefined) throw new Problem(`The gateway at ${url} did not do it (${problem}).`);
}

/** One version of the stack. It serves requests after `begins`. */
function deploy(
  model: ServiceModel,
  settings: FleetsSettings,
  earlier?: Fleets,
  begins: Promise<void> = Promise.resolve(),
) {
  const fleets = createFleets(model.functions, settings, earlier);
  const gateway = createGateway(settings.inspectors ? patient(model) : model, fleets.invoke);
  const open = new Set<Promise<GatewayResult>>();
  return {
    fleets,
    handle(request: GatewayRequest): Promise<GatewayResult> {
      const result = begins.then(() => gateway.handle(request)).finally(() => open.delete(result));
      open.add(result);
      return result;
    },
    resetAuthorizersCache: gateway.resetAuthorizersCache,
    /** Ends its instances after it has answered all requests that it accepted. */
    async retire(later?: Fleets) {
      await Promise.allSettled(open);
      await fleets.close(later);
    },
  };
}

/** Waits for functions that a debugger holds. */
function patient(model: ServiceModel): ServiceModel {
  const limit = { timeoutMilliseconds: patientMilliseconds };
  const authorizers = [...model.authorizers].map(
    ([id, one]) => [id, { ...one, ...limit }] as const,
  );
  return {
    ...model,
    routes: model.routes.map((route) => ({ ...route, ...limit })),
    authorizers: new Map(authorizers),
  };
}
