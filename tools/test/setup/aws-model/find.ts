import type { AwsState, Deployed } from './aws-state.ts';
import { AwsError } from './operation.ts';

/** The resources of a type that are there. */
export function resourcesOf(state: AwsState, type: string): Deployed[] {
  return state.resources.filter((one) => one.type === type);
}

/** The resource of a type with this name. Without one, AWS answers with this error. */
export function resourceOf(
  state: AwsState,
  type: string,
  physicalId: string | undefined,
  missing: AwsError = new AwsError('ResourceNotFoundException'),
): Deployed {
  const found = resourcesOf(state, type).find((one) => one.physicalId === physicalId);
  if (found === undefined) throw missing;
  return found;
}

/** How many results a page has. A test makes it small, so that answers have pages: of `half`, each list has two. */
export const pages = { size: 100 as number | 'half' };

/** A page of a list, and the token of the next one. */
export function pageOf<Item>(all: readonly Item[], token: string | undefined, most = Infinity) {
  const start = Number(token ?? 0);
  const size = pages.size === 'half' ? Math.ceil(all.length / 2) : pages.size;
  const end = start + Math.min(size, most);
  return { items: all.slice(start, end), next: end < all.length ? `${end}` : undefined };
}
