import { describe, expect, it } from 'vitest';
import cdkJson from '../../cdk.json' with { type: 'json' };
import { readSettings } from '../../infra/settings.ts';
import {
  aliasOf,
  liveNames,
  type Resource,
  resourcesOf,
  synthesizedWith,
  type Template,
  template,
} from '../setup/synthesized.ts';

interface Dependent extends Resource {
  readonly UpdatePolicy: unknown;
}

describe.each(liveNames)('a new version of %s', (fn) => {
  const idOf = (type: string) =>
    Object.keys(resourcesOf(type)).find((id) => id.startsWith(`Release${fn}`)) ?? type;
  const groupId = idOf('AWS::CodeDeploy::DeploymentGroup');
  const group = template.Resources[groupId] as Dependent;

  it('gets its traffic step by step, and loses it by an alarm of its own', () => {
    const { Properties, UpdatePolicy } = template.Resources[aliasOf(fn)] as Dependent;
    expect(Properties).toMatchObject({ Name: 'live', FunctionName: { Ref: fn } });
    expect(UpdatePolicy).toMatchObject({
      CodeDeployLambdaAliasUpdate: { DeploymentGroupName: { Ref: groupId } },
    });
    const { Alarms } = Object(group.Properties['AlarmConfiguration']);
    const names = Alarms.map(({ Name }: { Name: { Ref: string } }) => {
      return template.Resources[Name.Ref]?.Properties['AlarmName'];
    });
    expect(names.join()).toContain(`${fn}Release`);
    expect(group.Properties).toMatchObject({
      AlarmConfiguration: { Enabled: true },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
      },
    });
  });

  it('gets all traffic only after its alarm can have seen it', () => {
    const [, percent, minutes] =
      /Linear(\d+)PercentEvery(\d+)Minute/.exec(`${group.Properties['DeploymentConfigName']}`) ??
      [];
    const [alarm] = Object.values(resourcesOf('AWS::CloudWatch::Alarm')).filter(
      ({ Properties }) => Properties['AlarmName'] === `PlantStore-${fn}Release`,
    );
    const steps = 100 / Number(percent);
    expect(steps * Number(minutes)).toBeGreaterThan(Number(alarm?.Properties['EvaluationPeriods']));
  });

  it('has its first deployment after the rights for it', () => {
    expect(group.DependsOn).toContain(idOf('AWS::IAM::Role'));
  });
});

// If both moved at once and one failed, CloudFormation would cancel the other halfway.
it('the functions are released one after the other', () => {
  const aliases = resourcesOf('AWS::Lambda::Alias');
  const waitsFor = Object.values(aliases).flatMap(({ DependsOn = [] }) => DependsOn);
  // Each waits for one other, but the first.
  expect(new Set(waitsFor.filter((id) => id in aliases)).size).toBe(liveNames.length - 1);
});

it('without a gradual release, no alarm holds the aliases back', async () => {
  const policiesOf = (from: Template) => JSON.stringify(from).match(/"UpdatePolicy"/g) ?? [];
  expect(policiesOf(template)).toHaveLength(liveNames.length);
  const { template: atOnce } = await synthesizedWith({ gradual: false });
  expect(policiesOf(atOnce)).toEqual([]);
});

it('by cdk.json, production is released step by step, and staging at once', () => {
  const { context } = cdkJson;
  expect(readSettings(context)).toMatchObject({ stage: 'production', gradual: true });
  expect(readSettings({ ...context, stage: 'staging' })).toMatchObject({ gradual: false });
});
