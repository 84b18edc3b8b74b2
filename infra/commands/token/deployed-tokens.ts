import { ApiGatewayV2Client } from '@aws-sdk/client-apigatewayv2';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { resetAuthorizersCache } from './authorizers-cache.ts';
import type { Place } from './place.ts';
import { stackOutputs } from './stack-outputs.ts';
import type { TokenHome } from './token-home.ts';
import { tokenStore } from './token-store.ts';

/** The tokens of a deployed stack. */
export async function deployedTokens({
  stack,
  profile,
  region,
}: Extract<Place, { kind: 'stack' }>): Promise<TokenHome> {
  const settings = {
    ...(profile !== undefined && { profile }),
    ...(region !== undefined && { region }),
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
    },
  };
  const { apiId, table } = await stackOutputs(new CloudFormationClient(settings), stack);
  const gateway = new ApiGatewayV2Client(settings);
  return {
    name: `the stack ${stack}`,
    store: tokenStore(DynamoDBDocumentClient.from(new DynamoDBClient(settings)), table),
    resetAuthorizersCache: () => resetAuthorizersCache(gateway, apiId),
    close: async () => {},
  };
}
