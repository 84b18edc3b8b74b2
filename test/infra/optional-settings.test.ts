import { expect, it } from 'vitest';
import {
  customDomain,
  optionalSettings,
  otherSettings,
  resourceOf,
  resourcesOf,
  synthesizedWith,
  template as withoutSettings,
} from '../setup/synthesized.ts';

const { commit } = otherSettings;
const { template } = await synthesizedWith(optionalSettings);

it('no logical id has a part that is undefined', () => {
  const ids = Object.keys(template.Resources);
  expect(ids.filter((id) => id.includes('undefined'))).toEqual([]);
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

it('the stack keeps which commit was deployed, with its history', () => {
  expect(template.Resources['DeployedCommit']?.Properties['Value']).toBe(commit);
  expect(template.Outputs['Commit']).toMatchObject({ Value: commit });
  // Without a parameter, a deploy by hand would delete the history.
  expect(withoutSettings.Resources['DeployedCommit']?.Properties['Value']).toBe('unknown');
});
