import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { withChecksum } from './token.ts';

const credentials = `Bearer ${withChecksum(`plant_${'0'.repeat(43)}`)}`;

/** A question as the gateway asks it, about a token that opens nothing. */
export const rehearsedRequest = {
  identitySource: [credentials],
  headers: { authorization: credentials },
} as unknown as APIGatewayRequestAuthorizerEventV2;

/** As if that token were known, since a refusal would be logged. */
// Stryker disable next-line StringLiteral: nobody reads them.
export const rehearsedRecord = { client: 'rehearsal', lastFour: '0000' };
