import { setTimeout as sleep } from 'node:timers/promises';

/** The time, in milliseconds. Tests have one that does not wait. */
export interface Clock {
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** The most seconds that a question waits, whatever it would wait. */
  readonly mostSeconds: number;
}

export function realClock(mostSeconds: number): Clock {
  return { now: Date.now, sleep, mostSeconds };
}

/** How long to read, and how often. In seconds. */
export interface Waiting {
  readonly seconds: number;
  readonly every: number;
}

/** Reads again and again until there is a value. Undefined if there is none in time. */
export async function inTime<Value>(
  { now, sleep: wait, mostSeconds }: Clock,
  { seconds, every }: Waiting,
  read: () => Promise<Value | undefined>,
): Promise<Value | undefined> {
  const end = now() + 1_000 * Math.min(seconds, mostSeconds);
  for (;;) {
    const value = await read();
    if (value !== undefined || now() >= end) return value;
    await wait(1_000 * every);
  }
}
