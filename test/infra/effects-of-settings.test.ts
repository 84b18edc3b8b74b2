import { expect, it } from 'vitest';
import { readSettings, type Settings } from '../../infra/settings.ts';
import {
  customDomain,
  otherSettings,
  resourceOf,
  resourcesOf,
  synthesizedWith,
  template as withoutSettings,
} from '../setup/synthesized.ts';

// These three decide what is there at all: plant-store-app.test.ts.
const { disposable: _, probe: __, monitoring: ___, ...given } = otherSettings;
const all = { disposable: false, probe: true, monitoring: true };
const { template } = await synthesizedWith({ ...given, ...all });

/** The different values of a property in all resources of a type. */
function valuesOf(type: string, property: string): string {
  const resources = Object.values(resourcesOf(type, template));
  return [...new Set(resources.map(({ Properties }) => `${Properties[property]}`))].join();
}

/** The addresses that a topic sends to. */
function addressesOf(topic: string | undefined): string {
  const all = Object.values(resourcesOf('AWS::SNS::Subscription', template));
  const own = all.filter(({ Properties }) => Object(Properties['TopicArn']).Ref === topic);
  return own
    .map(({ Properties: { Protocol, Endpoint } }) => {
      expect(Protocol).toBe(/^https:/.test(`${Endpoint}`) ? 'https' : 'email');
      return Endpoint;
    })
    .join();
}

it('each setting has its effect', () => {
  const { DefaultRouteSettings, Tags } = resourceOf(
    'AWS::ApiGatewayV2::Stage',
    template,
  ).Properties;
  const { ThrottlingRateLimit, ThrottlingBurstLimit } = Object(DefaultRouteSettings);
  const { MaxWriteRequestUnits } = Object(
    template.Resources['Plants']?.Properties['WriteOnDemandThroughputSettings'],
  );
  const [pages, tickets] = Object.keys(resourcesOf('AWS::SNS::Topic', template));
  const { DomainName, DomainNameConfigurations } = resourceOf(
    'AWS::ApiGatewayV2::DomainName',
    template,
  ).Properties;
  const [, runbook] =
    / (\S+)\/blob\/main\/docs\/RUNBOOK\.md#[a-z-]+$/.exec(
      valuesOf('AWS::CloudWatch::CompositeAlarm', 'AlarmDescription'),
    ) ?? [];
  const effects: Record<keyof typeof given, unknown> = {
    stage: Object(Tags).stage,
    gradual: JSON.stringify(template).includes('CodeDeployLambdaAliasUpdate'),
    throttleRate: ThrottlingRateLimit,
    throttleBurst: ThrottlingBurstLimit,
    maxWriteUnits: MaxWriteRequestUnits,
    architecture: valuesOf('AWS::Lambda::Function', 'Architectures'),
    logRetentionDays: Number(valuesOf('AWS::Logs::LogGroup', 'RetentionInDays')),
    alarmEmail: addressesOf(pages),
    ticketEmail: addressesOf(tickets),
    commit: template.Outputs['Commit']?.Value,
    repositoryUrl: runbook,
    domainName: DomainName,
    certificateArn: Object(DomainNameConfigurations)[0].CertificateArn,
  };
  expect(effects).toEqual(given);
  const usual = Object.entries(readSettings({})).filter(
    ([name, value]) => `${otherSettings[name as keyof Settings]}` === `${value}`,
  );
  expect(usual, 'otherSettings has the default of').toEqual([]);
});

it('a domain speaks TLS 1.2 or newer, on IPv4 and IPv6, and has the values for its DNS records', () => {
  const [domain] = Object.keys(resourcesOf('AWS::ApiGatewayV2::DomainName', template));
  expect(resourceOf('AWS::ApiGatewayV2::DomainName', template).Properties).toMatchObject({
    DomainNameConfigurations: [{ IpAddressType: 'dualstack', SecurityPolicy: 'TLS_1_2' }],
  });
  expect(resourceOf('AWS::ApiGatewayV2::ApiMapping', template).Properties).toMatchObject({
    DomainName: { Ref: domain },
    Stage: '$default',
  });
  const of = (attribute: string) => ({ Value: { 'Fn::GetAtt': [domain, attribute] } });
  expect(template.Outputs).toMatchObject({
    // Clients can be using the other URL.
    ApiUrl: withoutSettings.Outputs['ApiUrl'],
    DomainUrl: { Value: { 'Fn::Join': ['', ['https://', { Ref: domain }]] } },
    DomainTarget: of('RegionalDomainName'),
    DomainTargetZone: of('RegionalHostedZoneId'),
  });
});

it('the probe sends to the domain, so that it also tests DNS and the certificate', () => {
  const schedule = JSON.stringify(resourceOf('AWS::Scheduler::Schedule', template));
  expect(schedule).toContain(`https://${customDomain.domainName}`);
});
