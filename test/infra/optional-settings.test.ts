import { describe, expect, it } from 'vitest';
import {
  resourceOf,
  resourcesOf,
  type Template,
  template as withoutSettings,
} from '../synthesized.ts';
import { customDomain, synthesizedWith } from '../synthesized-with.ts';

const template: Template = synthesizedWith({
  alarmEmail: 'on-call@example.com,https://pager.example.com/v1?key=a-b',
  ticketEmail: 'team@example.com',
  '@aws-cdk/core:permissionsBoundary': { name: 'team-boundary' },
  repositoryUrl: 'https://github.com/example/plants',
  ...customDomain,
  architecture: 'x86_64',
}).getStackByName('PlantStore').template;

describe('a domain', () => {
  const [domain] = Object.keys(resourcesOf('AWS::ApiGatewayV2::DomainName', template));

  it('speaks TLS 1.2 or newer, on IPv4 and IPv6, and is mapped to the stage', () => {
    expect(resourceOf('AWS::ApiGatewayV2::DomainName', template).Properties).toMatchObject({
      DomainName: 'plants.example.com',
      DomainNameConfigurations: [{ IpAddressType: 'dualstack', SecurityPolicy: 'TLS_1_2' }],
    });
    expect(resourceOf('AWS::ApiGatewayV2::ApiMapping', template).Properties).toMatchObject({
      DomainName: { Ref: domain },
      Stage: '$default',
    });
    // Clients can be using the other URL.
    expect(resourceOf('AWS::ApiGatewayV2::Api', template).Properties).not.toHaveProperty(
      'DisableExecuteApiEndpoint',
    );
  });

  it('adds outputs with the values for its DNS records', () => {
    const of = (attribute: string) => ({ Value: { 'Fn::GetAtt': [domain, attribute] } });
    expect(template.Outputs).toMatchObject({
      ...withoutSettings.Outputs,
      DomainUrl: { Value: { 'Fn::Join': ['', ['https://', { Ref: domain }]] } },
      DomainTarget: of('RegionalDomainName'),
      DomainTargetZone: of('RegionalHostedZoneId'),
    });
  });

  it('is absent by default', () => {
    expect(JSON.stringify(withoutSettings)).not.toContain('Domain');
  });
});

it('pages reach each address of theirs, and tickets another', () => {
  const [pages, tickets] = Object.keys(resourcesOf('AWS::SNS::Topic', template));
  const subscriptions = Object.values(resourcesOf('AWS::SNS::Subscription', template));
  expect(subscriptions.map(({ Properties }) => Properties)).toEqual([
    { Protocol: 'email', Endpoint: 'on-call@example.com', TopicArn: { Ref: pages } },
    {
      Protocol: 'https',
      Endpoint: 'https://pager.example.com/v1?key=a-b',
      TopicArn: { Ref: pages },
    },
    { Protocol: 'email', Endpoint: 'team@example.com', TopicArn: { Ref: tickets } },
  ]);
});

it.each(['none', 'on-call@example.com'])('alarmEmail %s gets no tickets', (alarmEmail) => {
  const { template: quiet } = synthesizedWith({ alarmEmail }).getStackByName('PlantStore');
  expect(resourcesOf('AWS::SNS::Topic', quiet)).not.toEqual({});
  const all = Object.values(resourcesOf('AWS::SNS::Subscription', quiet));
  const topics = all.map(({ Properties }) => JSON.stringify(Properties['TopicArn']));
  expect(topics.join()).toMatch(alarmEmail === 'none' ? /^$/ : /^\{"Ref":"\w+AlarmTopic\w+"\}$/);
  expect(resourcesOf('AWS::SNS::Subscription')).toEqual({});
});

it("each role has the organization's permissions boundary", () => {
  const roles = Object.values(resourcesOf('AWS::IAM::Role', template));
  expect(roles).toHaveLength(6);
  for (const { Properties } of roles) {
    expect(JSON.stringify(Properties['PermissionsBoundary'])).toContain(':policy/team-boundary"');
  }
});

it('an alarm links to its entry of the runbook in the repository given', () => {
  const alarms = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'].flatMap((type) =>
    Object.values(resourcesOf(type, template)),
  );
  const runbook = 'https://github.com/example/plants/blob/main/docs/RUNBOOK.md';
  for (const { Properties } of alarms) {
    expect(Properties['AlarmDescription']).toMatch(new RegExp(` ${runbook}#[a-z-]+$`));
  }
});

it('the functions run on the chosen processors, from the same code', () => {
  const functions = resourcesOf('AWS::Lambda::Function', template);
  for (const [id, { Properties }] of Object.entries(functions)) {
    const Code = withoutSettings.Resources[id]?.Properties['Code'];
    expect(Properties).toMatchObject({ Architectures: ['x86_64'], Code });
  }
});
