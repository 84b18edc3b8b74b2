import { afterAll, expect, vi } from 'vitest';

// Test files share a worker, so that packages such as aws-cdk-lib load once. This runs before each file: it has the
// project's own modules load anew, takes back what a test usually changes, and fails a file that leaves anything else.

vi.resetModules();
takeBack(); // from a file that could not be loaded
const variables = { ...process.env };
const before = surroundings();

afterAll(() => {
  takeBack();
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, variables);
  expect(surroundings()).toEqual(before);
});

function takeBack(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
}

// Packages may add globals and clean up at exit; nobody else listens, or replaces what all use.
function surroundings() {
  const events = process.eventNames().filter((name) => name !== 'exit');
  return {
    folder: process.cwd(),
    exitCode: process.exitCode,
    listeners: events.map((name) => [name, process.listenerCount(name)]),
    globals: [fetch, Date, setTimeout, setInterval, console, { ...console }],
  };
}
