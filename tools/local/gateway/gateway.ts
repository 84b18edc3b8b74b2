import { type Invocation, type Invoke, payloadLimit } from '../lambda/invocation.ts';
import type { Route } from '../template/http-api.ts';
import type { ServiceModel } from '../template/service-model.ts';
import { type Admission, createAuthorizer } from './authorization.ts';
import { integrationEvent, type RoutedRequest, routedRequest } from './event.ts';
import {
  type Answer,
  functionAnswer,
  type GatewayResult,
  gatewayAnswer,
  refused,
} from './http-answer.ts';
import { beforeTimeout, tokenBucket } from './limits.ts';
import type { GatewayRequest } from './request.ts';
import { requestTarget } from './request-target.ts';

/** Answers requests by the rules of an HTTP API. The clock must never be set back. */
export function createGateway(
  model: ServiceModel,
  invoke: Invoke,
  now: () => number = () => performance.now(),
) {
  const routes = new Map(model.routes.map((route) => [route.key, route]));
  const isWithinThrottle = throttle(model, now);
  const newAuthorizer = () => createAuthorizer(model, invoke, now);
  let authorize = newAuthorizer();

  return {
    async handle(request: GatewayRequest): Promise<GatewayResult> {
      const target = requestTarget(request.target);
      const route = routes.get(`${request.method} ${target.rawPath}`);
      if (!route) return refused(404);
      if (!isWithinThrottle(route)) return refused(429);
      const routed = routedRequest(request, route, target);
      const admission = await authorize(routed);
      return 'answer' in admission ? admission : integrate(routed, admission, invoke);
    },
    /** A call that still runs writes to the old cache, which nobody reads any more. */
    resetAuthorizersCache() {
      authorize = newAuthorizer();
    },
  };
}

/**
 * The stage's throttle applies to each of its routes separately. It also counts requests that the
 * authorizer would refuse, because a throttled request does not reach the authorizer:
 * https://repost.aws/questions/QUB-bdxno6Trihvft3QfYcfg/client-api-throttling-in-api-gateway
 */
function throttle(model: ServiceModel, now: () => number): (route: Route) => boolean {
  const { routes, throttle: limits } = model;
  if (!limits) return () => true;
  const buckets = new Map(routes.map(({ key }) => [key, tokenBucket(limits, now)]));
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
  const invocation = await beforeTimeout(timeoutMilliseconds, invoke(functionName, payload));
  if (!invocation) return refused(503, invocations, context);
  return {
    answer: answerTo(invocation),
    invocations: [...invocations, invocation],
    context: context ?? null,
  };
}

function answerTo({ result }: Invocation): Answer {
  return result.kind === 'returned' ? functionAnswer(result.payload) : gatewayAnswer(500);
}
