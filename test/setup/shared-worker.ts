import { afterAll, expect, vi } from 'vitest';

// Test files share a worker, so that packages such as aws-cdk-lib load only once. This file runs before each of them.
// It loads the project's own modules again, restores what tests usually change, and fails a test file that leaves more.

vi.resetModules();
restore(); // after a file that could not be loaded
const variables = { ...process.env };
const before = globalState();

afterAll(() => {
  restore();
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, variables);
  expect(globalState()).toEqual(before);
});

function restore(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
}

// Packages can add globals and listen to `exit`. A test file must not leave listeners or replaced globals.
function globalState() {
  const events = process.eventNames().filter((name) => name !== 'exit');
  return {
    folder: process.cwd(),
    exitCode: process.exitCode,
    listeners: events.map((name) => [name, process.listenerCount(name)]),
    globals: [fetch, Date, setTimeout, setInterval, console, { ...console }],
  };
}
