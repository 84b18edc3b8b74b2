import {
  type ApiGatewayV2Client,
  ResetAuthorizersCacheCommand,
} from '@aws-sdk/client-apigatewayv2';
import type { TokenRegistry } from './token-registry.ts';

/** Where tokens are kept: a deployed stack, or the store on this machine. */
export interface TokenHome {
  /** As it reads after "in": `the stack PlantStore`. */
  readonly name: string;
  readonly registry: TokenRegistry;
  /** Makes the gateway ask the authorizer again. */
  readonly resetAuthorizersCache: () => Promise<void>;
  /** Where else the same tokens are accepted, from replicas of that registry. */
  readonly others: readonly OtherRegion[];
  readonly close: () => Promise<void>;
}

export interface OtherRegion {
  readonly name: string;
  /** What is known there of a token. */
  readonly find: (digest: string) => Promise<StoredItem | undefined>;
  readonly resetAuthorizersCache: () => Promise<void>;
}

export type StoredItem = Readonly<Record<string, unknown>>;

export async function resetAuthorizersCache(
  gateway: ApiGatewayV2Client,
  ApiId: string,
): Promise<void> {
  await gateway.send(new ResetAuthorizersCacheCommand({ ApiId, StageName: '$default' }));
}
