import { once } from 'node:events';
import type { DriverJob, DriverResult } from './driver.ts';
import { startFunctionProcess } from './function-process.ts';
import type { StoreStub } from './store-stub.ts';
import type { Variant } from './variants.ts';

/** Has a process of its own call a variant's handler, job after job. */
export async function drive(
  script: string,
  store: StoreStub,
  { lambda }: Variant,
  jobs: readonly DriverJob[],
): Promise<DriverResult[]> {
  const megabytes = lambda.memoryMegabytes;
  const child = startFunctionProcess({
    script,
    lambda,
    megabytes,
    store,
    channel: true,
  });
  child.stderr?.pipe(process.stderr);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process that calls ${lambda.name} ended (${code})`);
  });
  ended.catch(() => {});
  try {
    const results: DriverResult[] = [];
    for (const job of jobs) {
      child.send(job);
      const [result] = await Promise.race([once(child, 'message'), ended]);
      results.push(result);
    }
    return results;
  } finally {
    child.kill('SIGKILL');
    await ended.catch(() => {});
  }
}
