import { resolve } from 'node:path';
import { vi } from 'vitest';
import type { OperationHandler } from '../../../functions/http/chain.ts';
import { functions } from '../../../functions/service.ts';
import { withoutLimits } from '../../../tools/test/setup/without-limits.ts';
import type { Received } from '../../setup/effect.ts';
import { type Operation, operations } from '../../setup/operations.ts';
import { tableVariables } from '../../setup/table-variables.ts';
import { context, operationEvent } from '../../setup/test-events.ts';
import type { RawAnswer } from './history.ts';

/** Sends a request to an instance of its function. */
export type Send = (operation: Operation, request: Received) => Promise<RawAnswer>;

/** More than any test takes. */
const remaining = 1_000_000;

/** Starts a new instance of each operation, as its handler.ts makes it. */
export async function startInstances(): Promise<Send> {
  vi.resetModules();
  withoutLimits();
  for (const [name, value] of Object.entries(tableVariables)) vi.stubEnv(name, value);
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
