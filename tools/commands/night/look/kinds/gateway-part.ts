import type { Consequence } from '../consequence.ts';
import type { Properties } from '../expected.ts';
import type { Rank } from '../finding.ts';
import { repairOf } from '../mends.ts';

// What the kinds of resources of API Gateway share.

/** API Gateway has one action for all that it reads, with the path as its resource. */
export const get = 'apigateway:GET';

interface Part extends Properties {
  readonly [name: string]: unknown;
}

/** The one of a list with this id. */
export function partOf(parts: readonly object[], name: string, id: string) {
  const found = (parts as readonly Part[]).find((one) => one[name] === id);
  return found ?? ({ gone: true } as const);
}

export function changedByHand(
  rank: Rank,
  means: string,
  mend: Consequence['mend'] = repairOf,
): Consequence {
  return { rank, means, runbook: 'changed-by-hand', mend };
}

export const noService = 'Clients get an error for each request.';
