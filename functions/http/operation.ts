import type { Context } from 'aws-lambda';
import { createDocumentClient, type DocumentClient } from '../dynamodb/document-client.ts';
import { warmUpClient } from '../dynamodb/warm-up.ts';
import { exactJson } from './answer.ts';
import type { OperationHandler } from './chain.ts';
import type { GatewayEvent } from './gateway-event.ts';
import { exactNumber } from './int64.ts';

/** The part of a request that differs between operations. */
interface FirstRequest {
  readonly body?: object;
  readonly pathParameters?: Readonly<Record<string, string>>;
}

interface ClientOptions {
  /**
   * How often the SDK sends a call to the store, if it gets no answer. It is 1 for an operation that changes or deletes
   * what is stored: an earlier try could arrive after a later one, and undo what another client has done meanwhile.
   */
  readonly maxAttempts: number;
}

/**
 * What the handler.ts of an operation exports: `handler`, and `warmUp`, which sends `request` through the handler. Then
 * the store gets no call, so nothing is stored.
 */
export function createOperation(
  handlerOf: (dynamodb: DocumentClient) => OperationHandler,
  request: FirstRequest,
  client: ClientOptions,
) {
  const dynamodb = createDocumentClient({ ...client, wrapNumbers: exactNumber });
  return {
    handler: handlerOf(dynamodb),
    /** The bundle's entry (infra/build/entry.mjs) waits for it. */
    warmUp: () =>
      warmUpClient(dynamodb, (standIn) => handlerOf(standIn)(eventOf(request), context)),
  };
}

// Only what a function reads of a request and of a context.
function eventOf({ body, ...others }: FirstRequest) {
  return {
    ...others,
    headers: { 'content-type': 'application/json' },
    body: exactJson(body),
    isBase64Encoded: false,
  } as unknown as GatewayEvent;
}

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
