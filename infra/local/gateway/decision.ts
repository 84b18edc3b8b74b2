import { isRecord } from '../../record.ts';

/** The values that an authorizer passes to the function behind it. */
export type AuthorizerContext = Readonly<Record<string, unknown>> | null;

export type Decision =
  | { readonly kind: 'allow'; readonly context: AuthorizerContext }
  | { readonly kind: 'deny' };

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
