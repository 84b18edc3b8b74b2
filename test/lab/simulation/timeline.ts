/** What was counted, minute by minute, by the name of what it counts. */
export interface Timeline {
  readonly add: (counts: Readonly<Record<string, number>>) => void;
  /** All that was counted from a minute to another one, which is left out. */
  readonly total: (name: string, from: number, to: number) => number;
  readonly length: () => number;
}

/** Keeps running totals, since alarms ask for each hour of thirty days. */
export function timeline(): Timeline {
  const totals = new Map<string, number[]>();
  let length = 0;
  return {
    add(counts) {
      for (const name of Object.keys(counts)) {
        if (!totals.has(name)) totals.set(name, new Array(length + 1).fill(0));
      }
      for (const [name, running] of totals)
        running.push((running[length] ?? 0) + (counts[name] ?? 0));
      length += 1;
    },
    total(name, from, to) {
      const running = totals.get(name);
      if (running === undefined || to <= from) return 0;
      const at = (minute: number) => running[Math.min(Math.max(minute, 0), length)] ?? 0;
      return at(to) - at(from);
    },
    length: () => length,
  };
}
