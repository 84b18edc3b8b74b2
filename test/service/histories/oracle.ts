/** One `POST /plants`, as its client saw it. `called` and `returned` are places in one order of all events. */
export interface Create {
  readonly id: string;
  readonly plant: string;
  readonly called: number;
  /** Infinity if the client never got an answer. */
  readonly returned: number;
  /** `unknown`: the answer does not say whether the plant is stored. `refused`: it says that it is not. */
  readonly answer: 'stored' | 'taken' | 'refused' | 'unknown';
}

/**
 * Finds the ids with answers that contradict each other; an empty list means that the history is linearizable. An id
 * can be written once, so no search is needed: one plant won before the first client knew, and every answer agrees.
 * `held` are the plants in the table afterwards, if the caller can read it.
 */
export function contradictions(
  history: readonly Create[],
  held?: ReadonlyMap<string, string>,
): string[] {
  const byId = Map.groupBy(history, ({ id }) => id);
  const stray = [...(held?.keys() ?? [])].filter((id) => !byId.has(id));
  const wrong = [...byId].filter(([id, creates]) => {
    const last = held && { plant: held.get(id) };
    const certain = creates.filter(({ answer }) => answer === 'stored' || answer === 'taken');
    if (certain.length === 0 && last?.plant === undefined) return false;
    const known = Math.min(...certain.map(({ returned }) => returned));
    const winners = creates.filter(
      ({ plant, called, answer }) =>
        called < known &&
        answer !== 'refused' &&
        (last === undefined || last.plant === plant) &&
        certain.every((other) => (other.answer === 'stored') === (other.plant === plant)),
    );
    return winners.length === 0;
  });
  return [...stray, ...wrong.map(([id]) => id)];
}
