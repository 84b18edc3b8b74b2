import { CfnOutput, Stack } from 'aws-cdk-lib';
import { DomainName, IpAddressType, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';

export interface CustomDomainProps {
  readonly name: string;
  readonly certificateArn: string;
}

/** The owner's domain for the API. The outputs have the values for the DNS records. */
export class CustomDomain extends DomainName {
  constructor(scope: Construct, id: string, { name, certificateArn }: CustomDomainProps) {
    super(scope, id, {
      domainName: name,
      certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
      securityPolicy: SecurityPolicy.TLS_1_2,
      ipAddressType: IpAddressType.DUAL_STACK,
    });
    const output = (name: string, value: string, description: string) =>
      new CfnOutput(Stack.of(this), name, { value, description });
    output('DomainUrl', `https://${this.name}`, 'URL of the API under your domain');
    output('DomainTarget', this.regionalDomainName, 'Target of the DNS records');
    output('DomainTargetZone', this.regionalHostedZoneId, 'Hosted zone of the target');
  }
}
