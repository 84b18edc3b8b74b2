import { existsSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const { PRIORITY_HIGHEST, PRIORITY_NORMAL } = constants.priority;
// Where the kernel groups processes by session, a priority counts within one's own group only: sched(7).
const sessionPriority = '/proc/self/autogroup';

/** Puts this process and all that it starts before other work, where it may; says whether it did. */
export function takePrecedence(): boolean {
  try {
    setPriority(PRIORITY_HIGHEST);
    if (existsSync(sessionPriority)) {
      writeFileSync(sessionPriority, String(PRIORITY_HIGHEST));
      process.once('exit', () => writeFileSync(sessionPriority, String(PRIORITY_NORMAL)));
    }
    return true;
  } catch {
    return false;
  }
}
