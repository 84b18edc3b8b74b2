import { App, Duration, Stack } from 'aws-cdk-lib';
import { LambdaApplication, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { describe, expect, it } from 'vitest';
import { LiveFunction } from '../../infra/service-function.ts';
import { readSettings } from '../../infra/settings.ts';
import {
  aliasOf,
  code,
  liveFunctions,
  type Resource,
  resourcesOf,
  template,
} from '../synthesized.ts';

type Dependent = Resource & { readonly DependsOn: string[]; readonly UpdatePolicy: unknown };

/** The only resource of a type that fits. */
function find(type: string, fits: (properties: Resource['Properties'], id: string) => boolean) {
  const all = Object.entries(resourcesOf(type)) as [id: string, Dependent][];
  const [found, ...others] = all.filter(([id, { Properties }]) => fits(Properties, id));
  if (found === undefined || others.length > 0) throw new Error(`There is not one such ${type}`);
  return found;
}
function alarmNamed(name: string) {
  const [id] = find('AWS::CloudWatch::Alarm', ({ AlarmName }) => AlarmName === name);
  return { Name: { Ref: id } };
}
function versionOf(fn: string) {
  return find('AWS::Lambda::Version', ({ FunctionName }) => Object(FunctionName).Ref === fn);
}
const [application] = find('AWS::CodeDeploy::Application', () => true);

describe.each(liveFunctions)('a new version of %s', (fn) => {
  const [groupId, group] = find('AWS::CodeDeploy::DeploymentGroup', (_, id) =>
    id.startsWith(`Release${fn}`),
  );

  it('gets the alias from CodeDeploy', () => {
    const alias = template.Resources[aliasOf(fn)] as Dependent;
    expect(alias.Properties).toMatchObject({ Name: 'live', FunctionName: { Ref: fn } });
    expect(alias.UpdatePolicy).toEqual({
      CodeDeployLambdaAliasUpdate: {
        ApplicationName: { Ref: application },
        DeploymentGroupName: { Ref: groupId },
      },
    });
  });

  it('gets a tenth of the traffic more every three minutes, and loses it only by our own faults', () => {
    expect(group.Properties).toMatchObject({
      DeploymentConfigName: 'CodeDeployDefault.LambdaLinear10PercentEvery3Minutes',
      AlarmConfiguration: {
        Enabled: true,
        Alarms: [`${fn}Release`, 'ProbeFails'].map((name) => alarmNamed(`PlantStore-${name}`)),
      },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
      },
    });
  });

  it('is moved by a role with permissions for this function only', () => {
    const { 'Fn::GetAtt': [role] = [] } = Object(group.Properties['ServiceRoleArn']);
    expect(template.Resources[role]?.Properties).not.toHaveProperty('ManagedPolicyArns');
    const [policyId, policy] = find('AWS::IAM::Policy', ({ Roles }) =>
      JSON.stringify(Roles).includes(`"${role}"`),
    );
    const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
    const onAlias = ['GetAlias', 'GetProvisionedConcurrencyConfig', 'UpdateAlias'];
    const rights = [
      [
        onAlias.map((action) => `lambda:${action}`),
        [arnOf(fn), { 'Fn::Join': ['', [arnOf(fn), ':*']] }],
      ],
      ['cloudwatch:DescribeAlarms', '*'],
    ];
    expect(policy.Properties['PolicyDocument']).toMatchObject({
      Statement: rights.map(([Action, Resource]) => ({ Effect: 'Allow', Action, Resource })),
    });
    // The first deployment needs the policy.
    expect(group.DependsOn).toContain(policyId);
  });

  it('leaves the previous version in place, and is deleted if its deploy fails', () => {
    // If it stayed, the next deploy would fail: "A version for this Lambda function exists".
    expect(versionOf(fn)[1]).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
  });
});

// If both moved at once and one failed, CloudFormation would cancel the other halfway.
it('the functions are released one after the other', () => {
  const dependencies = ['CreatePlant', 'Authorize'].map(
    (fn) => (template.Resources[aliasOf(fn)] as Dependent).DependsOn,
  );
  expect(dependencies).toEqual([undefined, [aliasOf('CreatePlant')]]);
});

describe('a function that clients use', () => {
  function stackWith(add: (stack: Stack, fn: LiveFunction) => void) {
    const stack = new Stack(new App(), 'Store');
    const [folder = ''] = Object.values(code);
    const fn = new LiveFunction(stack, 'FindPlant', {
      settings: readSettings({}),
      code: folder,
      description: 'Has no release yet',
      timeout: Duration.seconds(1),
      environment: {},
      calls: [],
    });
    add(stack, fn);
    return () => (stack.node.root as App).synth();
  }

  it('does not synthesize without a release, or with one that no alarm stops', () => {
    expect(stackWith(() => {})).toThrow('FindPlant has no release: add it');
    const withRelease = stackWith((stack, { live: alias }) => {
      const application = new LambdaApplication(stack, 'Application');
      const group = { application, alias, deploymentGroupName: 'FindPlant' };
      new LambdaDeploymentGroup(stack, 'Group', group);
    });
    expect(withRelease).toThrow('The release of FindPlant has no alarm: add one');
  });
});
