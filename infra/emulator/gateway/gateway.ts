import type { Invocation, Invoke } from '../lambda/invocation.ts';
import { payloadLimit } from '../lambda/invocation.ts';
import type { Route } from '../template/route.ts';
import type { ServiceModel } from '../template/service-model.ts';
import { type Answer, gatewayAnswer } from './answer.ts';
import { type Admission, type AuthorizationLimits, authorization } from './authorization.ts';
import { within } from './deadline.ts';
import { functionAnswer } from './function-answer.ts';
import type { GatewayRequest } from './gateway-request.ts';
import {
  type AuthorizerContext,
  httpEvent,
  type RoutedRequest,
  routedRequest,
} from './http-event.ts';
import { requestTarget } from './request-target.ts';
import { routeTable } from './route-table.ts';
import { tokenBucket } from './token-bucket.ts';

export interface GatewayResult {
  readonly answer: Answer;
  readonly invocations: readonly Invocation[];
  readonly context: AuthorizerContext;
}

export interface Gateway {
  (request: GatewayRequest): Promise<GatewayResult>;
  /** Asks the authorizers anew, about requests that were allowed or denied before, too. */
  readonly resetAuthorizersCache: () => void;
}

/** A request in, an answer out, by the rules of an HTTP API; no sockets, no processes. */
export function createGateway(
  model: ServiceModel,
  invoke: Invoke,
  now: () => number = Date.now,
  limits: AuthorizationLimits = {},
): Gateway {
  const findRoute = routeTable(model.routes);
  const admit = throttles(model, now);
  const newJudge = () => authorization(model, invoke, now, limits);
  let judge = newJudge();

  const answer = async (request: GatewayRequest): Promise<GatewayResult> => {
    const target = requestTarget(request.target);
    const match = findRoute(request.method, target.rawPath);
    if (!match) return refused(404);
    const { route, pathParameters } = match;
    if (!admit(route)) return refused(429);
    const stageVariables = model.stage.variables;
    const routed = routedRequest(
      request,
      { routeKey: route.key, pathParameters, stageVariables },
      target,
    );
    const verdict = await judge(route, routed);
    if ('status' in verdict) return refused(verdict.status, verdict.invocations);
    return integrate(route, routed, verdict, invoke);
  };

  return Object.assign(answer, {
    // A decision that is being made now ends up in the caches of before, which nobody asks.
    resetAuthorizersCache() {
      judge = newJudge();
    },
  });
}

function refused(
  status: Parameters<typeof gatewayAnswer>[0],
  invocations: readonly Invocation[] = [],
): GatewayResult {
  return { answer: gatewayAnswer(status), invocations, context: null };
}

/** Settings of the stage hold for each of its routes by itself. */
function throttles({ routes, stage }: ServiceModel, now: () => number) {
  const buckets = new Map(
    routes.map(({ key }) => {
      const throttle = stage.routeThrottles[key] ?? stage.throttle;
      return [key, throttle ? tokenBucket(throttle, now) : () => true];
    }),
  );
  return ({ key }: Route) => buckets.get(key)?.() ?? true;
}

async function integrate(
  route: Route,
  routed: RoutedRequest,
  admission: Admission,
  invoke: Invoke,
): Promise<GatewayResult> {
  const payload = JSON.stringify(httpEvent(routed, admission.context));
  const context = admission.context ?? null;
  if (Buffer.byteLength(payload) > payloadLimit) {
    return { ...refused(413, admission.invocations), context };
  }
  const invocation = await within(route.timeoutMilliseconds, invoke(route.functionName, payload));
  if (!invocation) return { ...refused(503, admission.invocations), context };
  return {
    answer: answerTo(invocation),
    invocations: [...admission.invocations, invocation],
    context,
  };
}

function answerTo({ result }: Invocation): Answer {
  if (result.kind === 'returned') return functionAnswer(result.payload);
  return gatewayAnswer(result.kind === 'throttled' ? 503 : 500);
}
