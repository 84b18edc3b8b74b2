import type { Socket } from 'node:net';

// The process that is measured. Lambda's runtime client is native, so this one loads as little as possible:
// it takes its jobs as lines of JSON from the pipe 3, and answers each with a line.

/** Calls the handler with an event, `count` times. */
export interface Job {
  readonly event: unknown;
  readonly count: number;
  /** How often the heap is read meanwhile. */
  readonly heapReadings: number;
}

export interface JobResult {
  /** The last answer. */
  readonly answer: unknown;
  readonly milliseconds: readonly number[];
  /** Bytes in use, each after a garbage collection. */
  readonly heap: readonly number[];
  /** Milliseconds of CPU that the process has used, and the bytes that it has in memory. */
  readonly cpu: number;
  readonly resident: number;
}

const { existsSync } = process.getBuiltinModule('node:fs');
const { Socket: pipeSocket } = process.getBuiltinModule('node:net');
// Lambda's runtime client loads it too.
process.getBuiltinModule('node:http');

const { LAMBDA_TASK_ROOT = '.', _HANDLER = '' } = process.env;
const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 10_000 };

async function loadHandler() {
  const [file, name = ''] = _HANDLER.split('.');
  const path = ['js', 'mjs', 'cjs']
    .map((extension) => `${LAMBDA_TASK_ROOT}/${file}.${extension}`)
    .find(existsSync);
  if (path === undefined) throw new Error(`${LAMBDA_TASK_ROOT} has no ${file}`);
  const loaded = await import(path);
  return loaded[name] ?? loaded.default[name];
}

function usedHeap(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const handler = await loadHandler();
const pipe: Socket = new pipeSocket({ fd: 3 });

async function run({ event, count, heapReadings }: Job): Promise<JobResult> {
  const text = JSON.stringify(event);
  const milliseconds: number[] = [];
  const heap: number[] = [];
  let answer: unknown;
  for (let done = 1; done <= count; done += 1) {
    const invoked = JSON.parse(text);
    const before = performance.now();
    answer = await handler(invoked, context);
    milliseconds.push(performance.now() - before);
    if (done % (count / heapReadings) === 0) heap.push(usedHeap());
  }
  const { user, system } = process.cpuUsage();
  const resident = process.memoryUsage.rss();
  return { answer, milliseconds, heap, cpu: (user + system) / 1000, resident };
}

let received = '';
pipe.setEncoding('utf8');
pipe.on('close', () => process.exit());
pipe.on('data', async (part: string) => {
  received += part;
  if (!received.endsWith('\n')) return;
  const job: Job = JSON.parse(received);
  received = '';
  pipe.write(`${JSON.stringify(await run(job))}\n`);
});
pipe.write('ready\n');
