import type { Invocation, Invoke } from '../lambda/invocation.ts';
import type { ServiceModel } from '../template/service-model.ts';
import { type AuthorizerContext, type Decision, decisionCache, decisionOf } from './decision.ts';
import { authorizerEvent, type RoutedRequest } from './event.ts';
import { authorizerTimeout, within } from './limits.ts';

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

/** Calls the authorizer of a route, or takes its decision from the cache. An error is never cached. */
export function createAuthorizer(
  { authorizers }: Pick<ServiceModel, 'authorizers'>,
  invoke: Invoke,
  now: () => number,
  limits: AuthorizationLimits,
) {
  const cached = new Map(
    [...authorizers].map(([id, authorizer]) => [
      id,
      { ...authorizer, cache: decisionCache(authorizer.cacheSeconds, now, limits.cacheEntries) },
    ]),
  );
  return async (routed: RoutedRequest): Promise<Refusal | Admission> => {
    const authorizer = cached.get(routed.route.authorizer ?? '');
    if (!authorizer) return { context: undefined, invocations: [] };
    const identity = routed.headers[authorizer.identityHeader];
    if (!identity) return { status: 401, invocations: [] };
    const known = authorizer.cache.get(identity);
    if (known) return resultOf(known, []);
    const invocation = await within(
      limits.authorizerTimeout ?? authorizerTimeout,
      invoke(authorizer.functionName, JSON.stringify(authorizerEvent(routed, identity))),
    );
    const decision =
      invocation?.result.kind === 'returned' ? decisionOf(invocation.result.payload) : undefined;
    const invocations = invocation ? [invocation] : [];
    if (!decision) return { status: 500, invocations };
    authorizer.cache.set(identity, decision);
    return resultOf(decision, invocations);
  };
}

function resultOf(decision: Decision, invocations: readonly Invocation[]): Refusal | Admission {
  return decision.kind === 'deny'
    ? { status: 403, invocations }
    : { context: decision.context, invocations };
}
