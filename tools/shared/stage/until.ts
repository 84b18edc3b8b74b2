import { setTimeout } from 'node:timers/promises';
import { Problem } from '../../../infra/project/problem.ts';
import type { Pause } from '../terminal/terminal.ts';

interface Tries {
  readonly everySeconds: number;
  /** Without it, it waits as long as it takes. */
  readonly atMostSeconds?: number;
}

/** Asks again and again, until the answer is yes. */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  { everySeconds, atMostSeconds = Number.POSITIVE_INFINITY }: Tries,
  pause: Pause = setTimeout,
): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += everySeconds) {
    if (waited >= atMostSeconds) {
      throw new Problem(`After ${atMostSeconds} seconds, it is still not so: ${what}.`);
    }
    await pause(everySeconds * 1000);
  }
}
