import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { describe, expect, it } from 'vitest';
import { plantStoreApp } from '../../infra/plant-store-app.ts';
import { code, resourceOf, resourcesOf, type Template, template } from '../setup/synthesized.ts';
import { customDomain, synthesizedWith } from '../setup/synthesized-with.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';

const probe = { 'Fn::GetAtt': ['Probe', 'Arn'] };

function inputOf(from: Template): string {
  return JSON.stringify(
    Object(resourceOf('AWS::Scheduler::Schedule', from).Properties['Target']).Input,
  );
}

describe('the probe', () => {
  it('calls the URL of its own stack each minute, and repeats nothing', () => {
    expect(resourceOf('AWS::Scheduler::Schedule').Properties).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      Target: { Arn: probe, RetryPolicy: { MaximumRetryAttempts: 0 } },
    });
    expect(resourceOf('AWS::Lambda::EventInvokeConfig').Properties).toMatchObject({
      FunctionName: { Ref: 'Probe' },
      MaximumRetryAttempts: 0,
    });
    const [api] = Object.keys(resourcesOf('AWS::ApiGatewayV2::Api'));
    expect(inputOf(template)).toContain(`{"Fn::GetAtt":["${api}","ApiEndpoint"]}`);
    // The namespace of the metrics that the alarms read.
    expect(inputOf(template)).toContain('\\"namespace\\":\\"PlantStore\\"');
  });

  it('sends to the domain, so that it also tests DNS and the certificate', () => {
    const { template: one } = synthesizedWith(customDomain).getStackByName('PlantStore');
    expect(inputOf(one)).toContain(`\\"https://${customDomain.domainName}\\"`);
  });

  it('is started by its schedule only', () => {
    const policies = Object.entries(resourcesOf('AWS::IAM::Policy'));
    const [, policy] = policies.find(([id]) => id.startsWith('ProbeScheduleRole')) ?? [];
    expect(Object(policy?.Properties['PolicyDocument']).Statement).toEqual([
      { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: probe },
    ]);
    const roles = Object.values(resourcesOf('AWS::IAM::Role'));
    const statement = {
      Effect: 'Allow',
      Action: 'sts:AssumeRole',
      Principal: { Service: 'scheduler.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    };
    expect(roles.map(({ Properties }) => Properties['AssumeRolePolicyDocument'])).toContainEqual(
      expect.objectContaining({ Statement: [statement] }),
    );
    // Neither a permission for others nor a URL leads to it.
    const doors = ['AWS::Lambda::Permission', 'AWS::Lambda::Url', 'AWS::ApiGatewayV2::Integration'];
    const open = Object.values(template.Resources).filter(({ Type }) => doors.includes(Type));
    expect(JSON.stringify(open)).not.toContain('"Probe"');
  });

  it.each([
    [{ stage: 'test', disposable: true }, 0],
    [{ stage: 'test', disposable: true, probe: true }, 1],
    [{ stage: 'staging' }, 1],
    [{ probe: false }, 0],
  ])('of a stage with %j is there %i times', (context, count) => {
    const { node } = plantStoreApp({ outdir: temporaryFolder(), code, context });
    expect(node.findAll().filter((one) => one instanceof CfnSchedule)).toHaveLength(count);
  });
});
