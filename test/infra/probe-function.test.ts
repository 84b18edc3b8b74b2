import { describe, expect, it } from 'vitest';
import { resourceOf, resourcesOf } from '../setup/synthesized.ts';

const probe = { 'Fn::GetAtt': ['Probe', 'Arn'] };

describe('the probe', () => {
  it('calls the URL of its own stack each minute, after it is there, and repeats nothing', () => {
    const [api] = Object.keys(resourcesOf('AWS::ApiGatewayV2::Api'));
    const { Properties: schedule, DependsOn } = resourceOf('AWS::Scheduler::Schedule');
    expect(schedule).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      // Otherwise a schedule switched off by hand would be as its template says.
      State: 'ENABLED',
      Target: {
        Arn: probe,
        RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
      },
    });
    expect(JSON.stringify(schedule)).toContain(`{"Fn::GetAtt":["${api}","ApiEndpoint"]}`);
    const needed = ['ApiGatewayV2::Route', 'ApiGatewayV2::Stage', 'Lambda::Permission'];
    const ids = needed.flatMap((type) => Object.keys(resourcesOf(`AWS::${type}`)));
    expect(DependsOn).toEqual(expect.arrayContaining(ids));
    expect(resourceOf('AWS::Lambda::EventInvokeConfig').Properties).toMatchObject({
      FunctionName: { Ref: 'Probe' },
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
    // The namespace of the metrics that the alarms read.
    expect(JSON.stringify(schedule)).toMatch(/namespace\W+PlantStore\W/);
  });
});
