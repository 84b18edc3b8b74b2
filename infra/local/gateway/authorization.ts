import type { Invocation, Invoke } from '../lambda/invocation.ts';
import { account, apiId, region } from '../template/fake-account.ts';
import type { ServiceModel } from '../template/service-model.ts';
import { type AuthorizerContext, type Decision, decisionCache, decisionOf } from './decision.ts';
import { authorizerTimeout, within } from './limits.ts';
import { commonEvent, type RoutedRequest } from './routed-request.ts';

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

/** Asks a route's authorizer, or the cache of its decisions. An error is never cached. */
export function authorization(
  { authorizers }: Pick<ServiceModel, 'authorizers'>,
  invoke: Invoke,
  now: () => number,
  limits: AuthorizationLimits,
) {
  const gates = new Map(
    [...authorizers].map(([id, authorizer]) => [
      id,
      { ...authorizer, cache: decisionCache(authorizer.cacheSeconds, now, limits.cacheEntries) },
    ]),
  );
  return async (routed: RoutedRequest): Promise<Refusal | Admission> => {
    const gate = gates.get(routed.route.authorizer ?? '');
    if (!gate) return { context: undefined, invocations: [] };
    const identity = routed.headers[gate.identityHeader];
    if (!identity) return { status: 401, invocations: [] };
    const cached = gate.cache.get(identity);
    if (cached) return verdictOf(cached, []);
    const invocation = await within(
      limits.authorizerTimeout ?? authorizerTimeout,
      invoke(gate.functionName, JSON.stringify(authorizerEvent(routed, identity))),
    );
    const decision =
      invocation?.result.kind === 'returned' ? decisionOf(invocation.result.payload) : undefined;
    const invocations = invocation ? [invocation] : [];
    if (!decision) return { status: 500, invocations };
    gate.cache.set(identity, decision);
    return verdictOf(decision, invocations);
  };
}

function verdictOf(decision: Decision, invocations: readonly Invocation[]): Refusal | Admission {
  return decision.kind === 'deny'
    ? { status: 403, invocations }
    : { context: decision.context, invocations };
}

/** The event of an authorizer: the request without its body, and the identity to judge. */
function authorizerEvent(routed: RoutedRequest, identity: string) {
  const { request, target } = routed;
  return {
    ...commonEvent(routed),
    type: 'REQUEST',
    routeArn: `arn:aws:execute-api:${region}:${account}:${apiId}/$default/${request.method}${target.rawPath}`,
    identitySource: [identity],
  };
}
