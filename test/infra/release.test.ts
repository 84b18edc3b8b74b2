import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { describe, expect, it } from 'vitest';
import type { FunctionName, LiveName } from '../../functions/service.ts';
import { Release } from '../../infra/release.ts';
import { LiveFunction } from '../../infra/service-function.ts';
import { readSettings } from '../../infra/settings.ts';
import {
  aliasOf,
  code,
  liveFunctions,
  type Resource,
  resourcesOf,
  template,
} from '../setup/synthesized.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';

interface Dependent extends Resource {
  readonly UpdatePolicy: unknown;
}

describe.each(liveFunctions)('a new version of %s', (fn) => {
  const idOf = (type: string) =>
    Object.keys(resourcesOf(type)).find((id) => id.startsWith(`Release${fn}`)) ?? type;
  const groupId = idOf('AWS::CodeDeploy::DeploymentGroup');
  const group = template.Resources[groupId] as Dependent;

  it('gets its traffic step by step, and loses it by an alarm of its own and of the probe', () => {
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
    expect(names.join()).toContain('Probe');
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

it('a version stays for a rollback, and is deleted if its own deploy fails', () => {
  const versions = Object.values(resourcesOf('AWS::Lambda::Version'));
  expect(versions).toHaveLength(liveFunctions.length);
  // If it stayed then, the next deploy would fail: "A version for this Lambda function exists".
  const kept = { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' };
  for (const version of versions) expect(version).toMatchObject(kept);
});

// If both moved at once and one failed, CloudFormation would cancel the other halfway.
it('the functions are released one after the other, also if there are three', () => {
  const stack = new Stack(
    new App({ outdir: temporaryFolder(), builtinCloudFormationValidation: false }),
  );
  const settings = readSettings({});
  const fault = Alarm.fromAlarmName(stack, 'Fault', 'fault');
  const functions = Object.keys(code).map((id) => {
    const props = { settings, code, description: id, environment: {} };
    return [id, new LiveFunction(stack, id as FunctionName, props)] as const;
  });
  const order = functions.map(([id]) => id as LiveName);
  const props = { settings, order, alarmsOf: () => [fault] };
  new Release(stack, 'Release', { ...props, functions: Object.fromEntries(functions) as never });
  const aliases = Object.entries(Template.fromStack(stack).findResources('AWS::Lambda::Alias'));
  expect(aliases).toHaveLength(functions.length);
  for (const [index, [, { DependsOn = [] }]] of aliases.entries()) {
    expect(DependsOn).toEqual(index === 0 ? [] : [aliases[index - 1]?.[0]]);
  }
});
