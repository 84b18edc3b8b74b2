import { resolve } from 'node:path';
import { vi } from 'vitest';
import type { OperationHandler } from '../../../functions/http/chain.ts';
import { functions, tables } from '../../../functions/service.ts';
import type { Received } from '../../setup/effect.ts';
import { type Operation, operations } from '../../setup/operations.ts';
import { context, operationEvent } from '../../setup/test-events.ts';
import type { Answered } from './history.ts';

/** Sends a request to an instance of its function. */
export type Send = (operation: Operation, request: Received) => Promise<Answered>;

const { setTimeout } = globalThis;
/** More than any test takes. */
const remaining = 1_000_000;

/** Starts a new instance of each operation, as its handler.ts makes it. */
export async function startInstances(): Promise<Send> {
  vi.resetModules();
  // However busy the machine is, no time limit ends a call of the store. Each limit is at least half a second.
  vi.stubGlobal('setTimeout', (run: () => void, delay = 0) =>
    setTimeout(run, delay < 500 ? delay : 1_000 * delay),
  );
  for (const [name, { variable }] of Object.entries(tables)) vi.stubEnv(variable, name);
  const loaded = operations.map(async ({ functionName }) => {
    const { handler } = await import(resolve(functions[functionName].file));
    return [functionName, handler as OperationHandler] as const;
  });
  const handlers = new Map<string, OperationHandler>(await Promise.all(loaded));
  return async (operation, request) => {
    const handler = handlers.get(operation.functionName);
    const answer = await handler?.(operationEvent(operation, request), context(remaining));
    return { status: answer?.statusCode ?? 0, body: answer?.body ?? '' };
  };
}
