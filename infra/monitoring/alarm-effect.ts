import type { LiveName } from '../../functions/service.ts';

/**
 * What an alarm does while it is on:
 * - `page`: it calls somebody at any hour.
 * - `part`: it is a part of this page.
 * - `ticket`: it calls somebody who can wait for the morning.
 * - `rollback`: it takes back a release of this function, or of each function.
 */
export type AlarmEffect =
  | { readonly kind: 'page' }
  | { readonly kind: 'part'; readonly of: 'Unavailable' }
  | { readonly kind: 'ticket' }
  | { readonly kind: 'rollback'; readonly of: LiveName | 'each' };

export const page: AlarmEffect = { kind: 'page' };
export const ticket: AlarmEffect = { kind: 'ticket' };
export const partOfUnavailable: AlarmEffect = { kind: 'part', of: 'Unavailable' };

export function rollback(of: LiveName | 'each'): AlarmEffect {
  return { kind: 'rollback', of };
}
