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

/** What the clocks of the code under test need. Code outside of a story has none, and gets the real clocks. */
interface Place {
  readonly process: Process;
  readonly now: () => number;
  readonly random: () => number;
  readonly schedule: (callback: () => void, milliseconds?: number) => Timer;
  readonly cancel: (timer: Timer) => void;
  readonly log: (line: string) => void;
}

const places = new AsyncLocalStorage<Place>();

/** Runs a story: time passes only when all its code waits. What is left at the end never runs. */
export async function inVirtualTime<Result>(
  seed: number,
  log: (line: string) => void,
  story: (world: World) => Promise<Result>,
): Promise<Result> {
  let time = 0;
  let queue: Timer[] = [];
  const place: Place = {
    process: { isAlive: true },
    now: () => time,
    // Another sequence than the story's own, so that a change of the code does not change the faults.
    random: randomFrom(seed + 0.5).fraction,
    schedule: (callback, milliseconds = 0) => {
      const process = places.getStore()?.process;
      const resume = AsyncLocalStorage.snapshot();
      const fire = () => {
        if (process?.isAlive) resume(callback);
      };
      const timer = { at: time + Math.max(0, milliseconds), fire };
      const before = queue.findLastIndex(({ at }) => at <= timer.at);
      queue.splice(before + 1, 0, timer);
      return timer;
    },
    cancel: (cancelled) => {
      queue = queue.filter((timer) => timer !== cancelled);
    },
    log,
  };
  const world: World = {
    random: randomFrom(seed),
    now: place.now,
    wait: (milliseconds) => new Promise((resolve) => void place.schedule(resolve, milliseconds)),
    runIn: (process, run) => places.run({ ...place, process }, run),
  };
  const restoreClocks = replaceClocks();
  try {
    return await places.run(place, async () => {
      let isOver = false;
      const result = story(world).finally(() => {
        isOver = true;
      });
      result.catch(() => {});
      for (;;) {
        await idle();
        const next = queue[0];
        if (isOver) return result;
        if (next === undefined) throw new Error('The story waits for something that never happens');
        queue.shift();
        time = next.at;
        next.fire();
      }
    });
  } finally {
    restoreClocks();
  }
}

/** Ends after all promises and all `process.nextTick` have run. */
function idle(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Gives code in a story the clocks and the randomness of its story. Other code keeps the real ones. */
function replaceClocks(): () => void {
  const { setTimeout, clearTimeout } = timers;
  const realTimeout = AbortSignal.timeout;
  const virtual = {
    setTimeout: (callback: () => void, milliseconds?: number) => {
      const place = places.getStore();
      return place ? place.schedule(callback, milliseconds) : setTimeout(callback, milliseconds);
    },
    clearTimeout: (timer: unknown) => {
      const place = places.getStore();
      if (place) place.cancel(timer as Timer);
      else clearTimeout(timer as NodeJS.Timeout);
    },
  };
  const timeout = (milliseconds: number) => {
    const place = places.getStore();
    if (place === undefined) return realTimeout.call(AbortSignal, milliseconds);
    const controller = new AbortController();
    place.schedule(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds);
    return controller.signal;
  };
  const replaced = [
    replace(globalThis, 'setTimeout', virtual.setTimeout),
    replace(globalThis, 'clearTimeout', virtual.clearTimeout),
    replace(timers, 'setTimeout', virtual.setTimeout),
    replace(timers, 'clearTimeout', virtual.clearTimeout),
    replace(AbortSignal, 'timeout', timeout),
    replace(
      Date,
      'now',
      inStory(({ now }) => epoch + now(), Date.now),
    ),
    replace(
      performance,
      'now',
      inStory(({ now }) => now(), performance.now.bind(performance)),
    ),
    replace(
      Math,
      'random',
      inStory(({ random }) => random(), Math.random),
    ),
  ];
  for (const level of ['info', 'warn', 'error'] as const) {
    const write = console[level];
    replaced.push(
      replace(console, level, (line: unknown) => {
        const place = places.getStore();
        if (place) place.log(logLine(level, line));
        else write(line);
      }),
    );
  }
  syncBuiltinESMExports();
  return () => {
    for (const restore of replaced) restore();
    syncBuiltinESMExports();
  };
}

const epoch = Date.UTC(2026, 0, 1);

function inStory(virtual: (place: Place) => number, real: () => number) {
  return () => {
    const place = places.getStore();
    return place ? virtual(place) : real();
  };
}

function replace<Owner extends object>(owner: Owner, name: keyof Owner, value: unknown) {
  const original = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, {
    value,
    configurable: true,
    writable: true,
    enumerable: original?.enumerable ?? true,
  });
  return () => {
    if (original) Object.defineProperty(owner, name, original);
    else delete owner[name];
  };
}

/** What a log line says. The stack of its cause has paths of this machine, so only its name is kept. */
function logLine(level: string, line: unknown): string {
  const { cause, requestId: _, ...fields } = Object(line) as Record<string, unknown>;
  const { name = cause } = Object(cause) as { name?: unknown };
  return `         logged ${level}: ${JSON.stringify({ ...fields, cause: name })}`;
}
