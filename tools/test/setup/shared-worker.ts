import dns from 'node:dns';
import { isIP } from 'node:net';
import { afterAll, inject, vi } from 'vitest';

// Test files share a worker, so that packages such as aws-cdk-lib load only once. This file runs before each of them.
// It loads the project's own modules again, and restores what tests usually change. It also keeps a test on this
// machine, unless it is of a deployed service.

vi.resetModules();
restore(); // after a file that could not be loaded
const variables = { ...process.env };
const { lookup } = dns;
const { hostname: store } = new URL(process.env['DYNAMODB_URL'] ?? 'http://localhost');
if (!inject('testedStage')) dns.lookup = lookupHere as typeof lookup;

afterAll(() => {
  restore();
  dns.lookup = lookup;
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, variables);
});

function lookupHere(name: string, options: object, done: (error: Error | null) => void): void {
  const isHere = isIP(name) !== 0 || /(^|\.)localhost$/.test(name) || name === store;
  if (isHere) lookup(name, options, done);
  else done(new Error(`A test wants to reach ${name}, which is not this machine`));
}

function restore(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
}
