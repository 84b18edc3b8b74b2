import type { LiveName } from '../../functions/service.ts';

/**
 * What an alarm does while it is on:
 * - `page`: it calls somebody at any hour.
 * - `part`: it is a part of this page.
 * - `ticket`: it calls somebody who can wait for the morning.
 * - `rollback`: it takes back a release of this function, or of each function.
 */
export type Effect =
  | { readonly kind: 'page' }
  | { readonly kind: 'part'; readonly of: 'Unavailable' }
  | { readonly kind: 'ticket' }
  | { readonly kind: 'rollback'; readonly of: LiveName | 'each' };

export const page: Effect = { kind: 'page' };
export const ticket: Effect = { kind: 'ticket' };
export const partOfUnavailable: Effect = { kind: 'part', of: 'Unavailable' };

export function rollback(of: LiveName | 'each'): Effect {
  return { kind: 'rollback', of };
}
