/** How many items are read, written or deleted at the same time. */
export const atOnce = 25;

/**
 * Works on each item, on some of them at the same time. After a failure, it begins with no other item. It throws when the
 * work that was on its way has ended, so that a count of what was done is right then.
 */
export async function workOnEach<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // A generator hands out its items one after the other, to any number of workers.
  const queue = inOrder(items);
  let hasFailed = false;
  const worker = async () => {
    try {
      for (;;) {
        const { done, value } = await queue.next();
        if (done || hasFailed) return;
        await work(value);
      }
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  await queue.return(undefined);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function* inOrder<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* items;
}
