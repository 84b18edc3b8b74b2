import { paginateGetParameterHistory, type SSMClient } from '@aws-sdk/client-ssm';
import { physicalId, type Stage } from '../../../shared/stage/stage.ts';
import { resourcesOf } from '../../../shared/stage/template.ts';

export interface Deploy {
  readonly commit: string;
  readonly time: Date | undefined;
}

/** The deploys of a stage, the newest first. A deploy that was taken back adds the commit before. */
export async function askDeploys(client: SSMClient, stage: Stage): Promise<Deploy[]> {
  const [parameter] = resourcesOf(stage.template, 'AWS::SSM::Parameter');
  if (parameter === undefined) return [];
  const deploys: Deploy[] = [];
  const input = { Name: physicalId(stage, parameter[0]) };
  for await (const { Parameters = [] } of paginateGetParameterHistory({ client }, input)) {
    for (const { Value, LastModifiedDate } of Parameters)
      deploys.unshift({ commit: `${Value}`, time: LastModifiedDate });
  }
  return deploys;
}
