import type { StoredToken } from '../../../../tools/commands/token/token-registry.ts';

/** Noon of 1 November 2026, as seconds. */
export const noon = 1_793_534_400;

/** A token with a digest that starts as given; the rest is padding. */
export function storedToken(start: string, properties: Partial<StoredToken> = {}): StoredToken {
  return {
    digest: start.padEnd(64, '0'),
    client: 'nursery',
    lastFour: 'wXyZ',
    created: noon,
    ...properties,
  };
}
