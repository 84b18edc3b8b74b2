/** What was counted, minute by minute. Each series has a name. */
export interface Timeline {
  /** Adds a minute, with a count for each series in their order. */
  readonly add: (counts: readonly number[]) => void;
  /** The sum of a series from a minute to another one, which is left out. */
  readonly total: (series: number, from: number, to: number) => number;
  readonly length: () => number;
}

/** Keeps running totals, since alarms ask for each hour of thirty days. */
export function timeline(series: number): Timeline {
  const totals = Array.from({ length: series }, () => [0]);
  let length = 0;
  return {
    add(counts) {
      totals.forEach((running, index) => {
        running.push((running[length] ?? 0) + (counts[index] ?? 0));
      });
      length += 1;
    },
    total(index, from, to) {
      const running = totals[index] ?? [];
      const at = (minute: number) => running[Math.min(Math.max(minute, 0), length)] ?? 0;
      return to <= from ? 0 : at(to) - at(from);
    },
    length: () => length,
  };
}
