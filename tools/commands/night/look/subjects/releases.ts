import {
  BatchGetDeploymentTargetsCommand,
  GetDeploymentCommand,
  type LambdaFunctionInfo,
  ListDeploymentsCommand,
  ListDeploymentTargetsCommand,
} from '@aws-sdk/client-codedeploy';
import type { AliasConfiguration } from '@aws-sdk/client-lambda';
import { askAllPages } from '../../../../shared/stage/ask-all-pages.ts';
import { type LiveFunction, liveFunctions } from '../../../../shared/stage/template.ts';
import { utc } from '../../../../shared/terminal/utc.ts';
import { notEnded } from '../../roll-back/releases.ts';
import type { Asking } from '../asking.ts';
import { type AwsAnswer, gone, known } from '../aws-answer.ts';
import type { Expected } from '../expected.ts';
import type { Finding } from '../finding.ts';
import { askAliasConfiguration } from '../kinds/versions.ts';
import { aws, night } from '../mends.ts';
import { hour, isOlder } from '../spans.ts';
import { type Context, ofType, type Subject } from './subject.ts';

interface Moving {
  readonly id: string;
  readonly group: string;
  readonly since: Date | undefined;
  readonly info: LambdaFunctionInfo | undefined;
}

interface AliasAnswer {
  /** The logical id of the function. */
  readonly name: string;
  readonly alias: AwsAnswer<AliasConfiguration>;
}

interface ReleaseAnswers {
  readonly aliases: readonly AliasAnswer[];
  readonly moving: readonly AwsAnswer<readonly Moving[]>[];
}

async function askLiveAlias(
  asking: Asking,
  { name, alias }: LiveFunction,
  { stage, expected }: Context,
): Promise<AliasAnswer> {
  const functionName = stage.physicalIds[name];
  const wanted = expected.find(({ logicalId }) => logicalId === alias);
  if (functionName === undefined || wanted === undefined) return { name, alias: gone };
  const aliasName = String(wanted.properties['Name']);
  return { name, alias: await askAliasConfiguration(asking, functionName, aliasName) };
}

/** The releases of a group that move now. */
async function askMoving(asking: Asking, group: Expected): Promise<AwsAnswer<readonly Moving[]>> {
  const ids = await askDeployments(asking, group);
  if (!('value' in ids)) return ids;
  const moving = ids.value.map(async (id) => {
    const [since, info] = await Promise.all([askBegin(asking, id), askTarget(asking, id)]);
    return { id, group: `${group.physicalId}`, since: known(since), info: known(info) };
  });
  return { value: await Promise.all(moving) };
}

/** A group is only found together with its application. */
function askDeployments({ ask }: Asking, { properties, physicalId = '' }: Expected) {
  const applicationName = String(properties['ApplicationName']);
  const input = {
    applicationName,
    deploymentGroupName: physicalId,
    includeOnlyStatuses: [...notEnded],
  };
  return ask('codedeploy:ListDeployments', input, ({ codedeploy }, signal) =>
    askAllPages(async (nextToken) => {
      const page = await codedeploy.send(
        new ListDeploymentsCommand({ ...input, nextToken }),
        signal,
      );
      return [page.deployments, page.nextToken];
    }),
  );
}

function askBegin({ ask }: Asking, deploymentId: string) {
  return ask('codedeploy:GetDeployment', { deploymentId }, async ({ codedeploy }, signal) => {
    const { deploymentInfo } = await codedeploy.send(
      new GetDeploymentCommand({ deploymentId }),
      signal,
    );
    return deploymentInfo?.createTime;
  });
}

function askTarget({ ask }: Asking, deploymentId: string) {
  return ask(
    'codedeploy:BatchGetDeploymentTargets',
    { deploymentId },
    async ({ codedeploy }, signal) => {
      const { targetIds } = await codedeploy.send(
        new ListDeploymentTargetsCommand({ deploymentId }),
        signal,
      );
      const command = new BatchGetDeploymentTargetsCommand({ deploymentId, targetIds });
      const { deploymentTargets } = await codedeploy.send(command, signal);
      return deploymentTargets?.[0]?.lambdaTarget?.lambdaFunctionInfo;
    },
  );
}

/** How the traffic is divided between versions, and the releases that move it. */
export const releases: Subject<ReleaseAnswers> = {
  async ask(asking, context) {
    const functions = liveFunctions(context.stage.template);
    const groups = ofType(context.expected, 'AWS::CodeDeploy::DeploymentGroup');
    const [aliases, moving] = await Promise.all([
      Promise.all(functions.map((one) => askLiveAlias(asking, one, context))),
      Promise.all(groups.map((group) => askMoving(asking, group))),
    ]);
    return { aliases, moving };
  },

  judge({ aliases, moving }, context) {
    const all = moving.flatMap((answer) => known(answer) ?? []);
    const isAllKnown = moving.every((answer) => 'value' in answer);
    return {
      findings: [
        ...(isAllKnown && all.length === 0 ? aliases.flatMap((one) => divided(one, context)) : []),
        ...all.flatMap((one) => stuck(one, context)),
      ],
      facts: all.map(textOfMoving),
    };
  },
};

function textOfMoving({ group, info, since }: Moving): string {
  const share = info
    ? ` from version ${info.currentVersion} to ${info.targetVersion}: ${info.targetVersionWeight} % of the traffic`
    : '';
  return `A release moves ${group}${share}${since ? `, since ${utc(since)}` : ''}.`;
}

/** The traffic is divided, and nothing moves it. */
function divided({ name, alias }: AliasAnswer, { stage }: Context): Finding[] {
  const weights = Object.entries(known(alias)?.RoutingConfig?.AdditionalVersionWeights ?? {});
  return weights.map(([version, weight]) => ({
    rank: 'HURTS',
    what: `${Math.round(Number(weight) * 100)} % of the requests to ${name} go to version ${version}, and no release moves.`,
    means: 'Clients get two versions for ever.',
    runbook: 'roll-back',
    commands: [night(stage, 'roll-back', name)],
    about: name,
  }));
}

function stuck({ id, group, since }: Moving, { now }: Context): Finding[] {
  if (!isOlder(since, 2 * hour, now)) return [];
  return [
    {
      rank: 'BLOCKS',
      what: `The release of ${group} does not end.`,
      means: 'Clients get two versions, and no other deploy can begin.',
      since,
      runbook: 'roll-back',
      commands: [
        // The CLI names CodeDeploy so.
        aws('deploy stop-deployment', { 'deployment-id': id, 'auto-rollback-enabled': true }),
      ],
    },
  ];
}
