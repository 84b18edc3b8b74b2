import type { AwsState } from './aws-state.ts';

/** A page of a list, and the token of the next one. */
export function pageOf<Item>(
  { pageSize }: AwsState,
  all: readonly Item[],
  token: string | undefined,
  most = Infinity,
) {
  const start = Number(token ?? 0);
  const size = pageSize === 'half' ? Math.ceil(all.length / 2) : pageSize;
  const end = start + Math.min(size, most);
  return { items: all.slice(start, end), next: end < all.length ? `${end}` : undefined };
}
