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

describe.each([
  {
    fn: 'CreatePlant',
    faults: ['UnexpectedFailure', 'StoreUnavailable', 'CreatePlantErrors', 'GatewayErrors'],
  },
  { fn: 'Authorize', faults: ['AuthorizeErrors', 'GatewayErrors'] },
])('a new version of $fn', ({ fn, faults }) => {
  const [groupId, group] = groupOf(fn);

  it('is what the alias moves to, by CodeDeploy', () => {
    const alias = template.Resources[aliasOf(fn)] as Resource & { UpdatePolicy: unknown };
    expect(alias.Properties).toMatchObject({ Name: 'live', FunctionName: { Ref: fn } });
    expect(alias.UpdatePolicy).toEqual({
      CodeDeployLambdaAliasUpdate: {
        ApplicationName: { Ref: Object.keys(resourcesOf('AWS::CodeDeploy::Application'))[0] },
        DeploymentGroupName: { Ref: groupId },
      },
    });
  });

  it('gets a tenth of the traffic first, and loses it by a fault of ours alone', () => {
    expect(group.Properties).toMatchObject({
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
      AlarmConfiguration: {
        Enabled: true,
        Alarms: faults.map((fault) => alarmNamed(`PlantStore-${fault}`)),
      },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
      },
    });
  });

  it('is judged by alarms that fire within the five minutes of the canary', () => {
    for (const fault of faults) {
      const { Name } = alarmNamed(`PlantStore-${fault}`);
      const properties = template.Resources[String(Name.Ref)]?.Properties ?? {};
      // A math expression has no period of its own; each of its metrics has.
      const period = Number(properties['Period'] ?? 60);
      expect(Number(properties['DatapointsToAlarm']) * period).toBeLessThanOrEqual(120);
    }
  });

  it('is moved by a role that may do it to this function alone', () => {
    const role = (group.Properties['ServiceRoleArn'] as { 'Fn::GetAtt': [string] })[
      'Fn::GetAtt'
    ][0];
    expect(template.Resources[role]?.Properties).not.toHaveProperty('ManagedPolicyArns');
    const policies = Object.entries(resourcesOf('AWS::IAM::Policy')).filter(([, policy]) =>
      JSON.stringify(policy.Properties['Roles']).includes(`"${role}"`),
    );
    const arn = { 'Fn::GetAtt': [fn, 'Arn'] };
    expect(policies.map(([, { Properties }]) => Properties['PolicyDocument'])).toEqual([
      {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Action: [
              'lambda:GetAlias',
              'lambda:GetProvisionedConcurrencyConfig',
              'lambda:UpdateAlias',
            ],
            Resource: [arn, { 'Fn::Join': ['', [arn, ':*']] }],
          },
          { Effect: 'Allow', Action: 'cloudwatch:DescribeAlarms', Resource: '*' },
        ],
      },
    ]);
    // The policy is there before the first deployment needs it.
    expect((group as Resource & { DependsOn: string[] }).DependsOn).toContain(policies[0]?.[0]);
  });

  it('leaves the version before it in place, to go back to, and goes itself if its deploy fails', () => {
    const versions = Object.values(resourcesOf('AWS::Lambda::Version'));
    const version = versions.find(
      ({ Properties }) => (Properties['FunctionName'] as { Ref: string }).Ref === fn,
    );
    // Retained after a failure, it would meet the next attempt: "A version for this Lambda function exists".
    expect(version).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
  });
});
