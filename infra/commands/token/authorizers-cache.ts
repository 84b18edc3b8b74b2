import {
  type ApiGatewayV2Client,
  ResetAuthorizersCacheCommand,
} from '@aws-sdk/client-apigatewayv2';
import { awsProblem } from './aws-problem.ts';

/** Makes a gateway ask its authorizer anew; answers what that leaves open where it may not. */
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
