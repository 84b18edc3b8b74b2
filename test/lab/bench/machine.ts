import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '../../../infra/base.ts';

/** Processes that want a core, for each core. An idle machine has less. */
const quietLoad = 0.25;
const mostPauses = 10;

/** Waits until other work is over. Figures of a busy machine mean nothing. */
export async function waitUntilQuiet(): Promise<void> {
  const load = () => (loadavg()[0] ?? 0) / availableParallelism();
  for (let pauses = 0; load() > quietLoad; pauses += 1) {
    const busy = `The machine is busy: a load of ${load().toFixed(2)} for each core, not at most ${quietLoad}.`;
    if (pauses === mostPauses) throw new Problem(`${busy} Nothing was measured.`);
    console.error(`${busy} Waiting …`);
    await pause(30_000);
  }
}

/** Where and when figures were measured. Compare them only with figures of the same run. */
export function machineSentence(): string {
  const { model = 'unknown processor' } = cpus()[0] ?? {};
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return `${model.trim()}, ${availableParallelism()} cores, ${gigabytes} GB, Node ${process.version}, ${date}, load before: ${load}`;
}
