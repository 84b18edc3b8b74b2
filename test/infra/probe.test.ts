import { describe, expect, it } from 'vitest';
import { resourceOf, resourcesOf, template } from '../setup/synthesized.ts';

const probe = { 'Fn::GetAtt': ['Probe', 'Arn'] };

describe('the probe', () => {
  it('calls the URL of its own stack each minute, after it is there, and repeats nothing', () => {
    const [api] = Object.keys(resourcesOf('AWS::ApiGatewayV2::Api'));
    const { Properties: schedule, DependsOn } = resourceOf('AWS::Scheduler::Schedule');
    expect(schedule).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      // Otherwise a schedule that somebody switched off would be as its template says.
      State: 'ENABLED',
      Target: { Arn: probe, RetryPolicy: { MaximumRetryAttempts: 0 } },
    });
    expect(JSON.stringify(schedule)).toContain(`{"Fn::GetAtt":["${api}","ApiEndpoint"]}`);
    const needed = ['ApiGatewayV2::Route', 'ApiGatewayV2::Stage', 'Lambda::Permission'];
    const ids = needed.flatMap((type) => Object.keys(resourcesOf(`AWS::${type}`)));
    expect(DependsOn).toEqual(expect.arrayContaining(ids));
    expect(resourceOf('AWS::Lambda::EventInvokeConfig').Properties).toMatchObject({
      FunctionName: { Ref: 'Probe' },
      MaximumRetryAttempts: 0,
    });
    // The namespace of the metrics that the alarms read.
    expect(JSON.stringify(schedule)).toMatch(/namespace\W+PlantStore\W/);
  });

  // iam.test.ts has the role of the schedule.
  it('is started by its schedule only', () => {
    // Neither a permission for others nor a URL leads to it.
    const doors = ['AWS::Lambda::Permission', 'AWS::Lambda::Url', 'AWS::ApiGatewayV2::Integration'];
    const open = Object.values(template.Resources).filter(({ Type }) => doors.includes(Type));
    expect(JSON.stringify(open)).not.toContain('"Probe"');
  });
});
