import { expect, it, vi } from 'vitest';
import { optionalSettings, synthesizedWith } from '../../../../../test/setup/synthesized.ts';
import type { Answer } from '../../../../commands/night/look/answer.ts';
import { type Answers, askAll, verdictOf } from '../../../../commands/night/look/answers.ts';
import { type Asking, createAsking } from '../../../../commands/night/look/asking.ts';
import { readStage } from '../../../../commands/night/stage.ts';
import { resourcesOf } from '../../../setup/aws-model/find.ts';
import { iamActionOf } from '../../../setup/aws-model/iam-action.ts';
import { useAwsModel } from '../../../setup/aws-model/use-aws-model.ts';
import { slow } from '../../../setup/slow.ts';

const { template } = await synthesizedWith(optionalSettings);
const { model, clients } = await useAwsModel({ template });

/** The calls of a look at a stage at which each question has an answer that leads to another question. */
async function ask(asking: Asking = createAsking(clients)): Promise<Answers> {
  vi.stubGlobal('fetch', async () => new Response('', { status: 401 }));
  const { state } = model;
  const [table] = resourcesOf(state, 'AWS::DynamoDB::GlobalTable');
  const kmsKeyArn = 'arn:aws:kms:eu-central-1:123456789012:key/0a1b2c3d';
  state.tableStates[table?.physicalId ?? ''] = { kmsKeyArn };
  state.kmsKeys[kmsKeyArn] = 'Disabled';
  state.muteRules.push({ name: 'night', alarmNames: ['PlantStore-Unavailable'], status: 'ACTIVE' });
  state.stack.status = 'UPDATE_IN_PROGRESS';
  state.deployments.push({
    id: 'd-1A2B3C',
    application: resourcesOf(state, 'AWS::CodeDeploy::Application')[0]?.physicalId ?? '',
    group: resourcesOf(state, 'AWS::CodeDeploy::DeploymentGroup')[0]?.physicalId ?? '',
    status: 'InProgress',
    created: state.now,
    currentVersion: '12',
    targetVersion: '13',
    weight: 10,
  });
  return askAll(asking, await readStage(clients, 'PlantStore'), state.now);
}

/** The rights that a look needs. None of them changes anything, and none reads a plant or a token. */
const rights = [
  'acm:DescribeCertificate',
  'apigateway:GET',
  'cloudformation:DescribeStackEvents',
  'cloudformation:DescribeStacks',
  'cloudformation:GetTemplate',
  'cloudformation:ListStackResources',
  'cloudwatch:DescribeAlarms',
  'cloudwatch:GetAlarmMuteRule',
  'cloudwatch:GetDashboard',
  'cloudwatch:GetMetricData',
  'cloudwatch:ListAlarmMuteRules',
  'codedeploy:BatchGetDeploymentGroups',
  'codedeploy:BatchGetDeploymentTargets',
  'codedeploy:GetDeployment',
  'codedeploy:ListDeploymentTargets',
  'codedeploy:ListDeployments',
  'dynamodb:DescribeContinuousBackups',
  'dynamodb:DescribeTable',
  'dynamodb:DescribeTimeToLive',
  'dynamodb:ListBackups',
  'dynamodb:ListTables',
  'iam:GetRole',
  'iam:GetRolePolicy',
  'kms:DescribeKey',
  'lambda:GetAccountSettings',
  'lambda:GetAlias',
  'lambda:GetFunctionConcurrency',
  'lambda:GetFunctionConfiguration',
  'lambda:GetFunctionEventInvokeConfig',
  'lambda:GetPolicy',
  'lambda:ListVersionsByFunction',
  'logs:DescribeLogGroups',
  'logs:DescribeMetricFilters',
  'logs:DescribeQueryDefinitions',
  'logs:GetQueryResults',
  'logs:StartQuery',
  'scheduler:GetSchedule',
  'sns:GetTopicAttributes',
  'sns:ListSubscriptionsByTopic',
  'ssm:GetParameterHistory',
];

it('a look needs these rights, and no other', slow, async () => {
  await ask();
  expect([...new Set(model.calls.map(iamActionOf))].toSorted()).toEqual(rights);
});

/** Asks nobody: it repeats answers, and refuses one action. */
function replaying(answers: ReadonlyMap<string, Answer<never>>, refused?: string): Asking {
  const unasked = new Map<string, string>();
  return {
    unasked,
    async ask(action, input) {
      if (action !== refused) return answers.get(keyOf(action, input)) ?? expect.fail(action);
      unasked.set(action, 'AccessDeniedException');
      return { unasked: 'AccessDeniedException' };
    },
  };
}

function keyOf(action: string, input: object): string {
  return `${action} ${JSON.stringify(input)}`;
}

it('without one of its rights, a look judges the rest, and claims no more', slow, async () => {
  model.state.stack.terminationProtection = false;
  model.state.unconfirmed.push('team@example.com');
  const [route] = resourcesOf(model.state, 'AWS::ApiGatewayV2::Route');
  Object.assign(route?.properties, { AuthorizationType: 'NONE', AuthorizerId: undefined });
  const answers = new Map<string, Answer<never>>();
  const asking = createAsking(clients);
  const recording: Asking = {
    ...asking,
    async ask(action, input, call) {
      const answer = await asking.ask(action, input, call);
      answers.set(keyOf(action, input), answer as Answer<never>);
      return answer;
    },
  };
  const { asked } = await ask(recording);
  const judged = async (refused?: string) =>
    verdictOf(await askAll(replaying(answers, refused), asked.stage, asked.now));
  const whole = (await judged()).findings.map(({ what }) => what);
  expect(whole.length).toBeGreaterThan(3);
  const actions = new Set([...answers.keys()].map((key) => key.replace(/ .*/, '')));
  for (const action of actions) {
    const { findings, unasked } = await judged(action);
    expect([...unasked.keys()]).toEqual([action]);
    expect(whole).toEqual(expect.arrayContaining(findings.map(({ what }) => what)));
  }
});
