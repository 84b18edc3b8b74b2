/** Kills any one of them; false where none was left to kill. */
export function killOne(pids: readonly number[]): boolean {
  const pid = pids[Math.floor(Math.random() * pids.length)];
  try {
    return pid !== undefined && process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
