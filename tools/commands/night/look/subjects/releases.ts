import {
  BatchGetDeploymentTargetsCommand,
  GetDeploymentCommand,
  type LambdaFunctionInfo,
  ListDeploymentsCommand,
  ListDeploymentTargetsCommand,
} from '@aws-sdk/client-codedeploy';
import type { AliasConfiguration } from '@aws-sdk/client-lambda';
import { askAllPages } from '../../../stage/ask-all-pages.ts';
import { liveFunctions } from '../../../stage/template.ts';
import { utc } from '../../../terminal/utc.ts';
import { notEnded } from '../../roll-back/releases.ts';
import { type Answer, gone, known } from '../answer.ts';
import type { Asking } from '../asking.ts';
import type { Expected } from '../expected.ts';
import type { Finding } from '../finding.ts';
import { askFunction } from '../kinds/functions.ts';
import { askAliasConfiguration } from '../kinds/versions.ts';
import { aws, night } from '../mends.ts';
import { hour, isOlder } from '../spans.ts';
import { type Asked, ofType, type Subject } from './subject.ts';

interface Moving {
  readonly id: string;
  readonly group: string;
  readonly since: Date | undefined;
  readonly info: LambdaFunctionInfo | undefined;
}

interface LiveAnswer {
  /** The logical id of the function. */
  readonly name: string;
  readonly physicalId: string;
  readonly alias: Answer<AliasConfiguration>;
  /** The state of the version that clients get. */
  readonly state: Answer<{
    readonly State?: string | undefined;
    readonly StateReasonCode?: string | undefined;
  }>;
}

interface ReleaseAnswers {
  readonly live: readonly LiveAnswer[];
  readonly moving: readonly Answer<readonly Moving[]>[];
}

/** A group is only found together with its application. */
function askMoving({ ask }: Asking, { properties, physicalId = '' }: Expected) {
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

function askDeployment({ ask }: Asking, deploymentId: string) {
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

/** What clients get: the versions behind the aliases, and the releases that move. */
export const releases: Subject<ReleaseAnswers> = {
  async ask(asking, { stage, expected }) {
    const live = liveFunctions(stage.template).map(async ({ name, alias }): Promise<LiveAnswer> => {
      const physicalId = stage.physicalIds[name];
      const wanted = expected.find(({ logicalId }) => logicalId === alias);
      if (physicalId === undefined) return { name, physicalId: name, alias: gone, state: gone };
      const qualifier = String(wanted?.properties['Name']);
      const [its, state] = await Promise.all([
        askAliasConfiguration(asking, physicalId, qualifier),
        askFunction(asking, physicalId, qualifier),
      ]);
      return { name, physicalId, alias: its, state };
    });
    const groups = ofType(expected, 'AWS::CodeDeploy::DeploymentGroup');
    const moving = groups.map(async (group): Promise<Answer<readonly Moving[]>> => {
      const ids = await askMoving(asking, group);
      if (!('value' in ids)) return ids;
      const details = ids.value.map(async (id) => {
        const [since, info] = await Promise.all([askDeployment(asking, id), askTarget(asking, id)]);
        return { id, group: `${group.physicalId}`, since: known(since), info: known(info) };
      });
      return { value: await Promise.all(details) };
    });
    return { live: await Promise.all(live), moving: await Promise.all(moving) };
  },

  judge({ live, moving }, asked) {
    const all = moving.flatMap((answer) => known(answer) ?? []);
    const isAllKnown = moving.every((answer) => 'value' in answer);
    const facts = all.map(({ group, info, since }) => {
      const share = info
        ? ` from version ${info.currentVersion} to ${info.targetVersion}: ${info.targetVersionWeight} % of the traffic`
        : '';
      return `A release moves ${group}${share}${since ? `, since ${utc(since)}` : ''}.`;
    });
    const findings = [
      ...live.flatMap((one) => stateOf(one)),
      ...(isAllKnown && all.length === 0 ? live.flatMap((one) => divided(one, asked)) : []),
      ...all.flatMap((one) => stuck(one, asked)),
    ];
    return { findings, facts };
  },
};

function stateOf({ name, state }: LiveAnswer): Finding[] {
  const { State, StateReasonCode } = known(state) ?? {};
  if (State !== 'Failed' && State !== 'Inactive') return [];
  return [
    {
      rank: State === 'Failed' ? 'STOPS' : 'HURTS',
      what: `Lambda cannot start ${name}: ${State}, ${StateReasonCode}.`,
      means: 'Its requests fail.',
      runbook: 'when-a-store-fails',
      commands: [],
      about: name,
    },
  ];
}

/** The traffic is divided, and nothing moves it. */
function divided({ name, alias }: LiveAnswer, { stage }: Asked): Finding[] {
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

function stuck({ id, group, since }: Moving, { now }: Asked): Finding[] {
  if (!isOlder(since, 2 * hour, now)) return [];
  return [
    {
      rank: 'BLOCKS',
      what: `The release of ${group} does not end.`,
      means: 'Clients get two versions, and no other deploy can begin.',
      since,
      runbook: 'roll-back',
      commands: [
        aws('deploy stop-deployment', { 'deployment-id': id, 'auto-rollback-enabled': true }),
      ],
    },
  ];
}
