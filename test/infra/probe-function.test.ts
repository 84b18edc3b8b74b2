import { describe, expect, it } from 'vitest';
import { probeIdentity, reservedIdVariable } from '../../functions/shared/probe-identity.ts';
import { slow } from '../../tools/test/setup/slow.ts';
import {
  customDomain,
  liveNames,
  optionalSettings,
  resourceOf,
  resourcesOf,
  synthesizedWith,
  type Template,
  template,
} from '../setup/synthesized.ts';

/** The functions that know the probe's id. test/service/probe/reserved-id.test.ts sends it to them. */
function informedIn({ Resources }: Template) {
  return liveNames.filter((name) => {
    const { Variables } = Object(Resources[name]?.Properties['Environment']);
    return Variables[reservedIdVariable] === probeIdentity.id;
  });
}

const probe = { 'Fn::GetAtt': ['Probe', 'Arn'] };

describe('the probe', slow, () => {
  it('calls the URL of its own stack each minute, after it is there, and repeats nothing', () => {
    const [api] = Object.keys(resourcesOf('AWS::ApiGatewayV2::Api'));
    const { Properties: schedule, DependsOn } = resourceOf('AWS::Scheduler::Schedule');
    expect(schedule).toMatchObject({
      // The stack's name, which has at most 46 characters. A name that CloudFormation makes can be too long for a schedule.
      Name: 'PlantStore',
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

  it('sends to the domain of the stage, so that it also tests DNS and the certificate', async () => {
    const { template } = await synthesizedWith(optionalSettings);
    const schedule = JSON.stringify(resourceOf('AWS::Scheduler::Schedule', template));
    expect(schedule).toContain(`https://${customDomain.domainName}`);
  });

  it('has an id that each function knows that can change a plant', () => {
    const changing = liveNames.filter((name) => {
      const [role = ''] = Object.keys(resourcesOf('AWS::IAM::Role')).filter((id) =>
        id.startsWith(`${name}Role`),
      );
      const rights = JSON.stringify(template.Resources[role]);
      return /dynamodb:\w*(Put|Update|Delete|Write)Item[^}]+"Plants"/.test(rights);
    });
    expect(informedIn(template), 'the writers of the probe in infra/service-stack.ts').toEqual(
      changing,
    );
  });

  it('reserves no id in a stage without it, and its name is an output', async () => {
    const { template: without } = await synthesizedWith({ probe: false });
    expect(resourcesOf('AWS::Scheduler::Schedule', without)).toEqual({});
    expect(JSON.stringify(without)).not.toContain(reservedIdVariable);
    expect(without.Outputs).not.toHaveProperty('ProbeName');
    expect(template.Outputs['ProbeName']?.Value).toEqual({ Ref: 'Probe' });
  });
});
