import {
  type ApiGatewayV2Client,
  ResetAuthorizersCacheCommand,
} from '@aws-sdk/client-apigatewayv2';
import { awsProblem } from '../aws-problem.ts';
import type { TokenRegistry } from './token-registry.ts';

/** Where tokens are kept: a deployed stack, or the store on this machine. */
export interface TokenHome {
  /** As it reads after "in": `the stack PlantStore`. */
  readonly name: string;
  readonly registry: TokenRegistry;
  /** Makes the gateway ask the authorizer again; returns a warning if that failed. */
  readonly resetAuthorizersCache: () => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

export async function resetAuthorizersCache(
  gateway: ApiGatewayV2Client,
  ApiId: string,
): Promise<string | undefined> {
  try {
    await gateway.send(new ResetAuthorizersCacheCommand({ ApiId, StageName: '$default' }));
    return undefined;
  } catch (error) {
    const problem = awsProblem(error);
    if (problem === undefined) throw error;
    return `The gateway may go on accepting it for up to five minutes, since its authorizer cache could not be reset. ${problem}`;
  }
}
