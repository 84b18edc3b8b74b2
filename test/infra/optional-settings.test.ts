import { expect, it } from 'vitest';
import {
  customDomain,
  otherSettings,
  resourceOf,
  resourcesOf,
  synthesizedWith,
  template as withoutSettings,
} from '../setup/synthesized.ts';

const { alarmEmail, ticketEmail, commit, repositoryUrl } = otherSettings;
const { template } = await synthesizedWith({
  alarmEmail,
  ticketEmail,
  commit,
  repositoryUrl,
  ...customDomain,
});

it('a domain speaks TLS 1.2 or newer, on IPv4 and IPv6, and has the values for its DNS records', () => {
  const [domain] = Object.keys(resourcesOf('AWS::ApiGatewayV2::DomainName', template));
  const { domainName, certificateArn } = customDomain;
  expect(resourceOf('AWS::ApiGatewayV2::DomainName', template).Properties).toMatchObject({
    DomainName: domainName,
    DomainNameConfigurations: [
      { CertificateArn: certificateArn, IpAddressType: 'dualstack', SecurityPolicy: 'TLS_1_2' },
    ],
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

it('pages reach each address of theirs, and tickets another', () => {
  const [pages, tickets] = Object.keys(resourcesOf('AWS::SNS::Topic', template));
  const subscriptions = Object.values(resourcesOf('AWS::SNS::Subscription', template));
  const to = subscriptions.map(({ Properties: { Protocol, Endpoint, TopicArn } }) => {
    return [Protocol, Endpoint, Object(TopicArn).Ref];
  });
  expect(to).toEqual([
    ['email', 'on-call@example.com', pages],
    ['https', 'https://pager.example.com/v1?key=a-b', pages],
    ['email', 'team@example.com', tickets],
  ]);
});

it('an alarm links to its entry of the runbook in the repository given', () => {
  const runbook = 'https://github.com/example/plants/blob/main/docs/RUNBOOK.md';
  expect(JSON.stringify(template)).toContain(` ${runbook}#budgetburn"`);
});

it('the dashboard links to that runbook, and has the commit', () => {
  const { DashboardBody } = resourceOf('AWS::CloudWatch::Dashboard', template).Properties;
  const body = JSON.stringify(DashboardBody);
  expect(body).toContain(`](${repositoryUrl}/blob/main/docs/RUNBOOK.md)`);
  expect(body).toContain(commit);
});

it('the stack keeps what was deployed: the commit, with its history, and the repository of its alarms', () => {
  expect(template.Resources['DeployedCommit']?.Properties['Value']).toBe(commit);
  expect(template.Outputs).toMatchObject({
    Commit: { Value: commit },
    RepositoryUrl: { Value: repositoryUrl },
  });
  // Without a parameter, a deploy by hand would delete the history.
  expect(withoutSettings.Resources['DeployedCommit']?.Properties['Value']).toBe('unknown');
});
