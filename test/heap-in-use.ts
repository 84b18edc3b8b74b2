import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** In bytes, after a garbage collection. */
export function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
