import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { createDocumentClient, type DocumentClient } from '../dynamodb/document-client.ts';
import { warmUpClient } from '../dynamodb/warm-up.ts';
import { tables, tokenPrefix } from '../service.ts';
import { environment } from '../shared/environment.ts';
import { createAuthorizer } from './authorize.ts';
import { randomLength, withChecksum } from './token.ts';
import { tokenStore } from './token-store.ts';

const table = environment(tables.Tokens.variable);
// A third try would not end within its time limit.
const dynamodb = createDocumentClient({ maxAttempts: 2 });

function authorizeWith(store: DocumentClient) {
  return createAuthorizer(tokenStore(store, table));
}

export const handler = authorizeWith(dynamodb);

/** The bundle's entry (infra/build/entry.mjs) waits for it. */
export function warmUp() {
  return warmUpClient(dynamodb, (standIn) => authorizeWith(standIn)(warmUpRequest));
}

// A token that was never issued. It has the form of a token, so the authorizer looks it up.
const unknownToken = `Bearer ${withChecksum(tokenPrefix + '0'.repeat(randomLength))}`;

// Only what the authorizer reads of a request.
const warmUpRequest = {
  identitySource: [unknownToken],
  headers: { authorization: unknownToken },
} as unknown as APIGatewayRequestAuthorizerEventV2;
