import { isRecord } from '../../../infra/base.ts';
import type { Invocation, Invoke } from '../lambda/invocation.ts';
import type { ServiceModel } from '../template/service-model.ts';
import { type AuthorizerContext, authorizerEvent, type RoutedRequest } from './event.ts';
import { type GatewayResult, refused } from './http-answer.ts';
import { authorizerTimeout, beforeTimeout } from './limits.ts';

export type Decision =
  | { readonly kind: 'allow'; readonly context: AuthorizerContext }
  | { readonly kind: 'deny' };

/** A request that the route's function can get. */
export interface Admission {
  /** Undefined on a route without an authorizer. */
  readonly context: AuthorizerContext | undefined;
  readonly invocations: readonly Invocation[];
}

/** Calls the authorizer of a route, or takes its decision from the cache. An error is never cached. */
export function createAuthorizer(
  { authorizers }: Pick<ServiceModel, 'authorizers'>,
  invoke: Invoke,
  now: () => number,
) {
  const cached = new Map(
    [...authorizers].map(([id, authorizer]) => [
      id,
      { ...authorizer, cache: decisionCache(authorizer.cacheSeconds, now) },
    ]),
  );
  return async (routed: RoutedRequest): Promise<GatewayResult | Admission> => {
    const authorizer = cached.get(routed.route.authorizer ?? '');
    if (!authorizer) return { context: undefined, invocations: [] };
    const identity = routed.headers[authorizer.identityHeader];
    if (!identity) return refused(401);
    let decision = authorizer.cache.get(identity);
    const invocations: Invocation[] = [];
    if (!decision) {
      const payload = JSON.stringify(authorizerEvent(routed, identity));
      const { functionName, timeoutMilliseconds = authorizerTimeout } = authorizer;
      const invocation = await beforeTimeout(timeoutMilliseconds, invoke(functionName, payload));
      if (invocation) invocations.push(invocation);
      decision = decisionOf(invocation?.result);
      if (!decision) return refused(500, invocations);
      authorizer.cache.set(identity, decision);
    }
    return decision.kind === 'deny'
      ? refused(403, invocations)
      : { context: decision.context, invocations };
  };
}

/** Undefined if the authorizer's result is not a simple response. */
function decisionOf(invoked: Invocation['result'] | undefined): Decision | undefined {
  const result: unknown = invoked?.kind === 'returned' ? JSON.parse(invoked.payload) : undefined;
  if (!isRecord(result)) return undefined;
  const { isAuthorized, context = null } = result;
  if (isAuthorized === false) return { kind: 'deny' };
  if (isAuthorized !== true || !(context === null || isRecord(context))) return undefined;
  return { kind: 'allow', context };
}

/** Keeps allows and denies for the authorizer's time to live. */
export function decisionCache(seconds: number, now: () => number) {
  const entries = new Map<string, { decision: Decision; until: number }>();
  return {
    get(identity: string): Decision | undefined {
      const entry = entries.get(identity);
      return entry && entry.until > now() ? entry.decision : undefined;
    },
    set(identity: string, decision: Decision): void {
      entries.set(identity, { decision, until: now() + seconds * 1000 });
    },
  };
}
