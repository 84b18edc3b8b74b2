import { describe, expect, it } from 'vitest';
import { aliasOf, type Resource, resourcesOf, template } from '../../synthesized.ts';

const groups = resourcesOf('AWS::CodeDeploy::DeploymentGroup');
function groupOf(fn: string): [string, Resource] {
  const found = Object.entries(groups).find(([id]) => id.startsWith(`Release${fn}`));
  if (found === undefined) throw new Error(`No release of ${fn}`);
  return found;
}
function alarmNamed(name: string) {
  const alarms = Object.entries(resourcesOf('AWS::CloudWatch::Alarm'));
  const [id] = alarms.find(([, { Properties }]) => Properties['AlarmName'] === name) ?? [];
  return { Name: { Ref: id } };
}

function versionOf(fn: string): [id: string, Resource] | undefined {
  return Object.entries(resourcesOf('AWS::Lambda::Version')).find(
    ([, { Properties }]) => (Properties['FunctionName'] as { Ref: string }).Ref === fn,
  );
}

describe.each(['CreatePlant', 'Authorize'])('a new version of %s', (fn) => {
  const [groupId, group] = groupOf(fn);

  it('gets the alias from CodeDeploy, after the hook has accepted it', () => {
    const alias = template.Resources[aliasOf(fn)] as Resource & { UpdatePolicy: unknown };
    expect(alias.Properties).toMatchObject({ Name: 'live', FunctionName: { Ref: fn } });
    expect(alias.UpdatePolicy).toEqual({
      CodeDeployLambdaAliasUpdate: {
        ApplicationName: { Ref: Object.keys(resourcesOf('AWS::CodeDeploy::Application'))[0] },
        DeploymentGroupName: { Ref: groupId },
        BeforeAllowTrafficHook: { Ref: 'VerifyRelease' },
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
    const policies = Object.entries(resourcesOf('AWS::IAM::Policy')).filter(([, policy]) =>
      JSON.stringify(policy.Properties['Roles']).includes(`"${role}"`),
    );
    const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
    const onAlias = ['GetAlias', 'GetProvisionedConcurrencyConfig', 'UpdateAlias'];
    const rights = [
      [
        onAlias.map((action) => `lambda:${action}`),
        [arnOf(fn), { 'Fn::Join': ['', [arnOf(fn), ':*']] }],
      ],
      ['lambda:InvokeFunction', arnOf('VerifyRelease')],
      ['cloudwatch:DescribeAlarms', '*'],
    ];
    expect(policies.map(([, { Properties }]) => Properties['PolicyDocument'])).toEqual([
      {
        Version: '2012-10-17',
        Statement: rights.map(([Action, Resource]) => ({ Effect: 'Allow', Action, Resource })),
      },
    ]);
    // The first deployment needs the policy.
    expect((group as Resource & { DependsOn: string[] }).DependsOn).toContain(policies[0]?.[0]);
  });

  it('leaves the previous version in place, and is deleted if its deploy fails', () => {
    // If it stayed, the next deploy would fail: "A version for this Lambda function exists".
    expect(versionOf(fn)?.[1]).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
  });
});

// If both moved at once and one failed, CloudFormation would cancel the other halfway.
it('the functions are released one after the other', () => {
  const dependencies = ['CreatePlant', 'Authorize'].map(
    (fn) => (template.Resources[aliasOf(fn)] as Resource & { DependsOn: string[] }).DependsOn,
  );
  expect(dependencies).toEqual([['VerifyRelease'], [aliasOf('CreatePlant'), 'VerifyRelease']]);
});

describe('the hook that tests a new version', () => {
  const hook = template.Resources['VerifyRelease']?.Properties ?? {};

  it('has the ARNs of both versions of the template', () => {
    expect(hook['Environment']).toMatchObject({
      Variables: {
        CREATE_PLANT_VERSION: { Ref: versionOf('CreatePlant')?.[0] },
        AUTHORIZE_VERSION: { Ref: versionOf('Authorize')?.[0] },
      },
    });
  });

  // iam.test.ts compares the actions with the calls.
  it('has permission to call these two, report on these two, and use the items of its check', () => {
    const policy = Object.entries(resourcesOf('AWS::IAM::Policy')).find(([id]) =>
      id.includes('VerifyRelease'),
    );
    const { Statement } = Object(policy?.[1].Properties['PolicyDocument']);
    const [application] = Object.keys(resourcesOf('AWS::CodeDeploy::Application'));
    const onKeys = (table: string, key: string) => ({
      Resource: { 'Fn::GetAtt': [table, 'Arn'] },
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [key] } },
    });
    const both = ['Authorize', 'CreatePlant'];
    expect(Statement.slice(2)).toMatchObject([
      onKeys('Tokens', '00*'),
      onKeys('Plants', '-6403278123377120558'),
      { Resource: both.map((fn) => ({ 'Fn::Join': ['', [{ 'Fn::GetAtt': [fn, 'Arn'] }, ':*']] })) },
      {
        Resource: both.map((fn) => ({
          'Fn::Join': ['', expect.arrayContaining([{ Ref: application }, `/${fn}`])],
        })),
      },
    ]);
  });

  it('has time for two cold starts, one after the other', () => {
    const { CreatePlant, Authorize } = template.Resources;
    // Lambda gives an init ten seconds, and another try within the time of the call.
    const longest = [CreatePlant, Authorize].map((fn) => 10 + Number(fn?.Properties['Timeout']));
    const together = longest.reduce((sum, seconds) => sum + seconds);
    expect(hook['Timeout']).toBeGreaterThan(together + 10);
  });
});
