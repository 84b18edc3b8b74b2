/** One page after the other, of a call for which the SDK has no paginator. */
export async function* askPages<Page>(
  ask: (next: string | undefined) => Promise<Page>,
  nextOf: (page: Page) => string | undefined,
): AsyncGenerator<Page> {
  let next: string | undefined;
  do {
    const page = await ask(next);
    yield page;
    next = nextOf(page);
  } while (next !== undefined);
}
