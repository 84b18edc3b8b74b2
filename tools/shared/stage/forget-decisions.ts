import {
  type ApiGatewayV2Client,
  ResetAuthorizersCacheCommand,
} from '@aws-sdk/client-apigatewayv2';
import type { Clients } from './clients.ts';
import type { Step } from './plan.ts';
import { physicalId, type Stage } from './stage.ts';
import { referencesIn, resourcesOf } from './template.ts';

/** Lets the gateway call the authorizer again for each token. Otherwise it goes on with the decisions that it remembers. */
export async function forgetDecisions(
  client: ApiGatewayV2Client,
  ApiId: string,
  StageName: string,
): Promise<void> {
  await client.send(new ResetAuthorizersCacheCommand({ ApiId, StageName }));
}

/** The same, as a step for each stage of the gateway. */
export function forgettingSteps({ apigateway }: Clients, stage: Stage): Step[] {
  return resourcesOf(stage.template, 'AWS::ApiGatewayV2::Stage').map(([id, { Properties }]) => {
    const [api = ''] = referencesIn(Properties?.['ApiId']);
    return {
      does: 'Let the gateway forget its decisions about tokens',
      work: () => forgetDecisions(apigateway, physicalId(stage, api), physicalId(stage, id)),
    };
  });
}
