import { isRecord } from '../template/cloudformation.ts';
import type { AuthorizerContext } from './http-event.ts';

export type Decision =
  | { readonly kind: 'allow'; readonly context: AuthorizerContext }
  | { readonly kind: 'deny' };

/** Undefined: the authorizer answered something else than a simple response. */
export function decisionOf(payload: string): Decision | undefined {
  const result: unknown = JSON.parse(payload);
  if (!isRecord(result)) return undefined;
  const { isAuthorized, context = null } = result;
  if (isAuthorized === false) return { kind: 'deny' };
  if (isAuthorized !== true || !(context === null || isRecord(context))) return undefined;
  return { kind: 'allow', context };
}
