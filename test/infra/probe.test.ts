import { describe, expect, it } from 'vitest';
import { resourceOf, resourcesOf, template } from '../setup/synthesized.ts';

const probe = { 'Fn::GetAtt': ['Probe', 'Arn'] };

describe('the probe', () => {
  it('calls the URL of its own stack each minute, and repeats nothing', () => {
    const [api] = Object.keys(resourcesOf('AWS::ApiGatewayV2::Api'));
    const schedule = resourceOf('AWS::Scheduler::Schedule').Properties;
    expect(schedule).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      Target: { Arn: probe, RetryPolicy: { MaximumRetryAttempts: 0 } },
    });
    expect(JSON.stringify(schedule)).toContain(`{"Fn::GetAtt":["${api}","ApiEndpoint"]}`);
    expect(resourceOf('AWS::Lambda::EventInvokeConfig').Properties).toMatchObject({
      FunctionName: { Ref: 'Probe' },
      MaximumRetryAttempts: 0,
    });
    // The namespace of the metrics that the alarms read.
    expect(JSON.stringify(schedule)).toMatch(/namespace\W+PlantStore\W/);
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
});
