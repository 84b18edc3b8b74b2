import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import { type Random, randomFrom } from './random.ts';

/** Something that has timers and can be killed, for example an instance of a function. */
export interface Process {
  isAlive: boolean;
}

/** The time and the randomness of one story. */
export interface World {
  readonly random: Random;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Runs code as a part of this process. After the process is killed, its timers never fire. */
  readonly runIn: <Result>(process: Process, run: () => Result) => Result;
}

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/** The clocks that code in a story gets in place of the machine's. */
interface Clocks {
  readonly process: Process;
  readonly now: () => number;
  readonly random: () => number;
  readonly schedule: (callback: () => void, milliseconds?: number) => Timer;
  readonly cancel: (timer: Timer) => void;
  readonly log: (line: string) => void;
}

const clocksOfStory = new AsyncLocalStorage<Clocks>();

/** Runs a story: time passes only when all its code waits. What is left at the end never runs. */
export async function inVirtualTime(
  seed: number,
  log: (line: string) => void,
  story: (world: World) => Promise<void>,
): Promise<void> {
  let time = 0;
  let queue: Timer[] = [];
  const clocks: Clocks = {
    process: { isAlive: true },
    now: () => time,
    // Another sequence than the story's own, so that a change of the code does not change the faults.
    random: randomFrom(seed + 0.5).fraction,
    schedule: (callback, milliseconds = 0) => {
      const process = clocksOfStory.getStore()?.process;
      const resume = AsyncLocalStorage.snapshot();
      const fire = () => {
        if (process?.isAlive) resume(callback);
      };
      const timer = { at: time + Math.max(0, milliseconds), fire };
      queue.splice(queue.findLastIndex(({ at }) => at <= timer.at) + 1, 0, timer);
      return timer;
    },
    cancel: (cancelled) => {
      queue = queue.filter((timer) => timer !== cancelled);
    },
    log,
  };
  const world: World = {
    random: randomFrom(seed),
    now: clocks.now,
    wait: (milliseconds) => new Promise((resolve) => void clocks.schedule(resolve, milliseconds)),
    runIn: (process, run) => clocksOfStory.run({ ...clocks, process }, run),
  };
  const restoreClocks = replaceClocks();
  try {
    await clocksOfStory.run(clocks, async () => {
      let isOver = false;
      const ended = story(world).finally(() => {
        isOver = true;
      });
      ended.catch(() => {});
      for (;;) {
        // All promises and all `process.nextTick` run before the next immediate.
        await new Promise((resolve) => void setImmediate(resolve));
        if (isOver) return ended;
        const next = queue.shift();
        if (next === undefined) throw new Error('The story waits for something that never happens');
        time = next.at;
        next.fire();
      }
    });
  } finally {
    restoreClocks();
  }
}

type Replacement = (clocks: Clocks, ...args: never[]) => unknown;

const setTimeout: Replacement = ({ schedule }, callback: () => void, milliseconds: number) =>
  schedule(callback, milliseconds);
const clearTimeout: Replacement = ({ cancel }, timer: Timer) => cancel(timer);
const timeout: Replacement = ({ schedule }, milliseconds: number) => {
  const controller = new AbortController();
  schedule(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds);
  return controller.signal;
};

const replacements: readonly [owner: object, name: string, inStory: Replacement][] = [
  [globalThis, 'setTimeout', setTimeout],
  [globalThis, 'clearTimeout', clearTimeout],
  [timers, 'setTimeout', setTimeout],
  [timers, 'clearTimeout', clearTimeout],
  [AbortSignal, 'timeout', timeout],
  [Date, 'now', ({ now }) => Date.UTC(2026, 0, 1) + now()],
  [performance, 'now', ({ now }) => now()],
  [Math, 'random', ({ random }) => random()],
  ...['info', 'warn', 'error'].map((level): [object, string, Replacement] => [
    console,
    level,
    ({ log }, line) => log(logLine(level, line)),
  ]),
];

/** Gives code in a story the clocks, the randomness and the log of its story. Other code keeps the real ones. */
function replaceClocks(): () => void {
  const restores = replacements.map(([owner, name, inStory]) => {
    const original = Reflect.get(owner, name);
    Reflect.set(owner, name, (...args: never[]) => {
      const clocks = clocksOfStory.getStore();
      return clocks ? inStory(clocks, ...args) : Reflect.apply(original, owner, args);
    });
    return () => Reflect.set(owner, name, original);
  });
  syncBuiltinESMExports();
  return () => {
    for (const restore of restores) restore();
    syncBuiltinESMExports();
  };
}

/** The text of a log line. The stack of its cause has paths of this machine, so only its name is kept. */
function logLine(level: string, line: unknown): string {
  const { cause, requestId: _, ...fields } = Object(line) as Record<string, unknown>;
  const { name = cause } = Object(cause) as { name?: unknown };
  return `         logged ${level}: ${JSON.stringify({ ...fields, cause: name })}`;
}
