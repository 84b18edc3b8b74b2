/** All items of a list that AWS gives in pages. */
export async function askAllPages<Item>(
  askPage: (
    token: string | undefined,
  ) => Promise<readonly [items: Item[] | undefined, next: string | undefined]>,
): Promise<Item[]> {
  const all: Item[] = [];
  let token: string | undefined;
  do {
    const [items = [], next] = await askPage(token);
    all.push(...items);
    token = next;
  } while (token);
  return all;
}
