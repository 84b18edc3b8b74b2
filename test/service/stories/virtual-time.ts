import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import { type Random, randomFrom } from './random.ts';

/** The events of a story in lines that a person can read, and the promises that were broken. */
export interface Story {
  readonly seed: number;
  readonly lines: readonly string[];
  readonly broken: readonly string[];
}

/** Something that has timers and can be killed, for example an instance of a function. */
export interface Process {
  isAlive: boolean;
}

/** The time, the randomness and the lines of one story. */
export interface World {
  readonly random: Random;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Runs code as a part of this process. After the process is killed, its timers never fire. */
  readonly runIn: <Result>(process: Process, run: () => Result) => Result;
  readonly log: (line: string) => void;
}

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/** Code in a story gets these in place of the machine's. */
interface Clocks {
  readonly process: Process;
  readonly now: () => number;
  readonly random: () => number;
  readonly schedule: (callback: () => void, milliseconds?: number) => Timer;
  readonly cancel: (timer: Timer) => void;
  readonly print: (line: string) => void;
}

const clocksOfStory = new AsyncLocalStorage<Clocks>();

/** Plays the story of a seed: time passes only when all its code waits. Code that is left at the end never runs. */
export async function tellWith(
  seed: number,
  play: (world: World, broken: string[]) => Promise<void>,
): Promise<Story> {
  const story = { seed, lines: [] as string[], broken: [] as string[] };
  const print = (line: string) => void story.lines.push(line);
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
    print,
  };
  const world: World = {
    random: randomFrom(seed),
    now: clocks.now,
    wait: (milliseconds) => new Promise((resolve) => void clocks.schedule(resolve, milliseconds)),
    runIn: (process, run) => clocksOfStory.run({ ...clocks, process }, run),
    log: (line) => print(`${(time / 1_000).toFixed(3)} s  ${line}`),
  };
  const restoreClocks = replaceClocks();
  try {
    await clocksOfStory.run(clocks, async () => {
      let isOver = false;
      const ended = play(world, story.broken).finally(() => {
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
  return story;
}

type Replacement = (clocks: Clocks, ...args: never[]) => unknown;

const signalAfter: Replacement = ({ schedule }, milliseconds: number) => {
  const controller = new AbortController();
  schedule(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds);
  return controller.signal;
};
// The stack of a cause has paths of this machine, so only its name is printed.
function logLine(level: string): Replacement {
  return ({ print }, line) => {
    const { cause, requestId: _, ...fields } = Object(line) as Record<string, unknown>;
    const { name = cause } = Object(cause) as { name?: unknown };
    print(`         logged ${level}: ${JSON.stringify({ ...fields, cause: name })}`);
  };
}

const replacements: readonly [owner: object, name: string, inStory: Replacement][] = [
  ...[globalThis, timers].flatMap((owner): [object, string, Replacement][] => [
    [owner, 'setTimeout', ({ schedule }, ...args: [never]) => schedule(...args)],
    [owner, 'clearTimeout', ({ cancel }, timer) => cancel(timer)],
  ]),
  [AbortSignal, 'timeout', signalAfter],
  [Date, 'now', ({ now }) => Date.UTC(2026, 0, 1) + now()],
  [performance, 'now', ({ now }) => now()],
  [Math, 'random', ({ random }) => random()],
  [console, 'info', logLine('info')],
  [console, 'warn', logLine('warn')],
  [console, 'error', logLine('error')],
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
