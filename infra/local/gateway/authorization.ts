import { isRecord } from '../../record.ts';
import type { Invocation, Invoke } from '../lambda/invocation.ts';
import type { ServiceModel } from '../template/service-model.ts';
import { type AuthorizerContext, authorizerEvent, type RoutedRequest } from './event.ts';
import { authorizerTimeout, within } from './limits.ts';

export type Decision =
  | { readonly kind: 'allow'; readonly context: AuthorizerContext }
  | { readonly kind: 'deny' };

interface Refusal {
  readonly status: 401 | 403 | 500;
  readonly invocations: readonly Invocation[];
}

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
  return async (routed: RoutedRequest): Promise<Refusal | Admission> => {
    const authorizer = cached.get(routed.route.authorizer ?? '');
    if (!authorizer) return { context: undefined, invocations: [] };
    const identity = routed.headers[authorizer.identityHeader];
    if (!identity) return { status: 401, invocations: [] };
    const known = authorizer.cache.get(identity);
    if (known) return resultOf(known, []);
    const invocation = await within(
      authorizerTimeout,
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

/** Undefined if the authorizer's answer is not a simple response. */
export function decisionOf(payload: string): Decision | undefined {
  const result: unknown = JSON.parse(payload);
  if (!isRecord(result)) return undefined;
  const { isAuthorized, context = null } = result;
  if (isAuthorized === false) return { kind: 'deny' };
  if (isAuthorized !== true || !(context === null || isRecord(context))) return undefined;
  return { kind: 'allow', context };
}

/** Keeps allows and denies for the authorizer's time to live. When it is full, the oldest one is removed. */
export function decisionCache(seconds: number, now: () => number, limit = 10_000) {
  const entries = new Map<string, { decision: Decision; until: number }>();
  return {
    get(identity: string): Decision | undefined {
      const entry = entries.get(identity);
      if (!entry) return undefined;
      if (entry.until > now()) return entry.decision;
      entries.delete(identity);
      return undefined;
    },
    set(identity: string, decision: Decision): void {
      if (seconds === 0) return;
      entries.delete(identity);
      entries.set(identity, { decision, until: now() + seconds * 1000 });
      const [oldest] = entries.keys();
      if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
    },
  };
}
