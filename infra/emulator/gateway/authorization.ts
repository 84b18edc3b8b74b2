import type { Invocation, Invoke } from '../lambda/invocation.ts';
import type { Authorizer } from '../template/authorizer.ts';
import type { Route } from '../template/route.ts';
import type { ServiceModel } from '../template/service-model.ts';
import { within } from './deadline.ts';
import { type Decision, decisionOf } from './decision.ts';
import { type DecisionCache, decisionCache } from './decision-cache.ts';
import {
  type AuthorizerContext,
  authorizerEvent,
  identityOf,
  type RoutedRequest,
} from './http-event.ts';
import { authorizerTimeout } from './limits.ts';

interface Refusal {
  readonly status: 401 | 403 | 500;
  readonly invocations: readonly Invocation[];
}

export interface Admission {
  /** Undefined on a route without an authorizer. */
  readonly context: AuthorizerContext | undefined;
  readonly invocations: readonly Invocation[];
}

export interface AuthorizationLimits {
  readonly authorizerTimeout?: number;
  readonly cacheEntries?: number;
}

/** Asks a route's authorizer, or the cache of what it said before; an error is never cached. */
export function authorization(
  model: ServiceModel,
  invoke: Invoke,
  now: () => number,
  limits: AuthorizationLimits,
) {
  const caches = new Map<string, DecisionCache>();
  for (const { name, cacheSeconds } of model.authorizers.values()) {
    caches.set(name, decisionCache(cacheSeconds, now, limits.cacheEntries));
  }
  return async (route: Route, routed: RoutedRequest): Promise<Refusal | Admission> => {
    const authorizer = model.authorizers.get(route.authorizer ?? '');
    if (!authorizer) return { context: undefined, invocations: [] };
    const identity = identityOf(authorizer, routed);
    if (!identity) return { status: 401, invocations: [] };
    const key = JSON.stringify(identity);
    const cache = caches.get(authorizer.name);
    const cached = cache?.get(key);
    if (cached) return verdictOf(cached, []);
    const timeout = limits.authorizerTimeout ?? authorizerTimeout;
    const invocation = await within(timeout, ask(authorizer, identity, routed, invoke));
    const decision =
      invocation?.result.kind === 'returned' ? decisionOf(invocation.result.payload) : undefined;
    const invocations = invocation ? [invocation] : [];
    if (!decision) return { status: 500, invocations };
    cache?.set(key, decision);
    return verdictOf(decision, invocations);
  };
}

function ask(
  { functionName }: Authorizer,
  identity: readonly string[],
  routed: RoutedRequest,
  invoke: Invoke,
): Promise<Invocation> {
  return invoke(functionName, JSON.stringify(authorizerEvent(routed, identity)));
}

function verdictOf(decision: Decision, invocations: readonly Invocation[]): Refusal | Admission {
  return decision.kind === 'deny'
    ? { status: 403, invocations }
    : { context: decision.context, invocations };
}
