import { type Invocation, type Invoke, payloadLimit } from '../lambda/invocation.ts';
import type { Route } from '../template/route.ts';
import type { ServiceModel } from '../template/service-model.ts';
import { type Answer, type GatewayResult, gatewayAnswer, refused } from './answer.ts';
import { type Admission, type AuthorizationLimits, authorization } from './authorization.ts';
import { functionAnswer } from './function-answer.ts';
import { integrationEvent } from './integration-event.ts';
import { tokenBucket, within } from './limits.ts';
import type { GatewayRequest } from './request.ts';
import { requestTarget } from './request-target.ts';
import { routeTable } from './route-table.ts';
import { type RoutedRequest, routedRequest } from './routed-request.ts';

export interface Gateway {
  (request: GatewayRequest): Promise<GatewayResult>;
  /** Forgets all decisions, so that the authorizers are asked again. */
  readonly resetAuthorizersCache: () => void;
}

/** Answers requests by the rules of an HTTP API. It knows nothing of sockets and processes. */
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
    if (!admit(match.route)) return refused(429);
    const routed = routedRequest(request, match, target);
    const verdict = await judge(routed);
    if ('status' in verdict) return refused(verdict.status, verdict.invocations);
    return integrate(routed, verdict, invoke);
  };

  return Object.assign(answer, {
    // A call still running writes to the old cache, which is no longer read.
    resetAuthorizersCache() {
      judge = newJudge();
    },
  });
}

/**
 * The stage's throttle applies to each of its routes separately. It also counts requests that the
 * authorizer would refuse, since a throttled request does not reach the authorizer:
 * https://repost.aws/questions/QUB-bdxno6Trihvft3QfYcfg/client-api-throttling-in-api-gateway
 */
function throttles(
  { routes, stage: { throttle } }: ServiceModel,
  now: () => number,
): (route: Route) => boolean {
  if (!throttle) return () => true;
  const buckets = new Map(routes.map(({ key }) => [key, tokenBucket(throttle, now)]));
  return ({ key }) => buckets.get(key)?.() ?? true;
}

async function integrate(
  routed: RoutedRequest,
  { context, invocations }: Admission,
  invoke: Invoke,
): Promise<GatewayResult> {
  const { functionName, timeoutMilliseconds } = routed.route;
  const payload = JSON.stringify(integrationEvent(routed, context));
  if (Buffer.byteLength(payload) > payloadLimit) return refused(413, invocations, context);
  const invocation = await within(timeoutMilliseconds, invoke(functionName, payload));
  if (!invocation) return refused(503, invocations, context);
  return {
    answer: answerTo(invocation),
    invocations: [...invocations, invocation],
    context: context ?? null,
  };
}

function answerTo({ result }: Invocation): Answer {
  if (result.kind === 'returned') return functionAnswer(result.payload);
  return gatewayAnswer(result.kind === 'throttled' ? 503 : 500);
}
