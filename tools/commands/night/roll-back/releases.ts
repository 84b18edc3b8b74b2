import {
  BatchGetDeploymentTargetsCommand,
  type CodeDeployClient,
  type ListDeploymentsCommandInput,
  ListDeploymentTargetsCommand,
  paginateListDeployments,
  StopDeploymentCommand,
} from '@aws-sdk/client-codedeploy';
import { physicalId, type Stage } from '../../../shared/stage/stage.ts';
import { resourcesOf } from '../../../shared/stage/template.ts';

/** A deployment of CodeDeploy that moves the traffic of a function from one version to another. */
export interface Release {
  readonly deployment: string;
  /** Undefined as long as CodeDeploy has not begun it. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The share of the traffic that has the new version, in percent. */
  readonly percent: number;
  /** Whether it gives the traffic back to an older version: to stop it would keep the bad one. */
  readonly goesBack: boolean;
}

/** What CodeDeploy says of a deployment as long as it has not ended. */
export const notEnded = ['Created', 'Queued', 'InProgress', 'Baking', 'Ready'] as const;

/** The release of a function that moves now, if there is one. */
export async function askRelease(
  client: CodeDeployClient,
  stage: Stage,
  functionName: string,
): Promise<Release | undefined> {
  const [group] = resourcesOf(stage.template, 'AWS::CodeDeploy::DeploymentGroup').filter(
    ([, { Properties }]) => Properties?.['DeploymentGroupName'] === functionName,
  );
  const [application] = resourcesOf(stage.template, 'AWS::CodeDeploy::Application');
  // A stage without alarms releases all at once.
  if (group === undefined || application === undefined) return undefined;
  const input: ListDeploymentsCommandInput = {
    applicationName: physicalId(stage, application[0]),
    deploymentGroupName: functionName,
    includeOnlyStatuses: [...notEnded],
  };
  for await (const { deployments = [] } of paginateListDeployments({ client }, input)) {
    const [deployment] = deployments;
    if (deployment !== undefined) return askDeployment(client, stage, deployment);
  }
  return undefined;
}

/** CodeDeploy then gives all the traffic back to the old version, and CloudFormation takes the deploy back. */
export function stopRelease(client: CodeDeployClient, { deployment }: Release) {
  const input = { deploymentId: deployment, autoRollbackEnabled: true };
  return client.send(new StopDeploymentCommand(input));
}

async function askDeployment(
  client: CodeDeployClient,
  { status }: Stage,
  deploymentId: string,
): Promise<Release> {
  const { targetIds = [] } = await client.send(new ListDeploymentTargetsCommand({ deploymentId }));
  const { deploymentTargets = [] } = await client.send(
    new BatchGetDeploymentTargetsCommand({ deploymentId, targetIds }),
  );
  const {
    currentVersion: from,
    targetVersion: to,
    targetVersionWeight = 0,
  } = deploymentTargets[0]?.lambdaTarget?.lambdaFunctionInfo ?? {};
  const goesBack = status.includes('ROLLBACK') || Number(to) < Number(from);
  return { deployment: deploymentId, from, to, percent: targetVersionWeight, goesBack };
}
