import { CfnOutput, Stack } from 'aws-cdk-lib';
import { DomainName, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';

export interface CustomDomainProps {
  readonly name: string;
  readonly certificateArn: string;
}

/** A name of the owner's for the API, beside the one that AWS gives it; the outputs tell what DNS has to say. */
export class CustomDomain extends DomainName {
  constructor(scope: Construct, id: string, { name, certificateArn }: CustomDomainProps) {
    super(scope, id, {
      domainName: name,
      certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    const output = (name: string, value: string, description: string) =>
      new CfnOutput(Stack.of(this), name, { value, description });
    output('DomainUrl', `https://${this.name}`, 'Where the API is, too, once DNS says so');
    output('DomainTarget', this.regionalDomainName, 'What the DNS record of the domain points at');
    output('DomainTargetZone', this.regionalHostedZoneId, 'The hosted zone of that target');
  }
}
