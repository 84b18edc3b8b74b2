import { ResetAuthorizersCacheCommand } from '@aws-sdk/client-apigatewayv2';
import type { Step } from './change.ts';
import type { Clients } from './clients.ts';
import { physicalId, type Stage } from './stage.ts';
import { referencesIn, resourcesOf } from './template.ts';

/** Without it, the gateway goes on with the decisions about tokens that it remembers. */
export function forgetDecisions({ apigateway }: Clients, stage: Stage): Step[] {
  return resourcesOf(stage.template, 'AWS::ApiGatewayV2::Stage').map(([id, { Properties }]) => {
    const [api = ''] = referencesIn(Properties?.['ApiId']);
    const place = { ApiId: physicalId(stage, api), StageName: physicalId(stage, id) };
    return {
      does: 'Let the gateway forget its decisions about tokens',
      work: () => apigateway.send(new ResetAuthorizersCacheCommand(place)),
    };
  });
}
