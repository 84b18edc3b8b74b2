import type { Decision } from './decision.ts';

export interface DecisionCache {
  readonly get: (key: string) => Decision | undefined;
  readonly set: (key: string, decision: Decision) => void;
}

/** Allows and denies alike, for the authorizer's time to live; the oldest goes when it is full. */
export function decisionCache(seconds: number, now: () => number, limit = 10_000): DecisionCache {
  const entries = new Map<string, { decision: Decision; until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.until > now()) return entry.decision;
      entries.delete(key);
      return undefined;
    },
    set(key, decision) {
      if (seconds === 0) return;
      entries.delete(key);
      entries.set(key, { decision, until: now() + seconds * 1000 });
      const [oldest] = entries.keys();
      if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
    },
  };
}
