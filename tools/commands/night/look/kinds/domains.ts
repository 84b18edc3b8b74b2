import { GetApiMappingsCommand, GetDomainNameCommand } from '@aws-sdk/client-apigatewayv2';
import { foundIn } from '../aws-answer.ts';
import { changedByHand } from '../consequence.ts';
import { type Expected, propertyAt } from '../expected.ts';
import { aws, nameOf } from '../mends.ts';
import { askList } from './gateway-part.ts';
import { propertyText, type ResourceKind } from './resource-kind.ts';

const domain: ResourceKind = {
  type: 'AWS::ApiGatewayV2::DomainName',
  name: () => 'The domain of the API',
  ask: ({ ask }, { physicalId: DomainName }) =>
    ask('apigateway:GET', { domain: DomainName }, ({ apigateway }, signal) =>
      apigateway.send(new GetDomainNameCommand({ DomainName }), signal),
    ),
  ifDeleted: changedByHand(
    'STOPS',
    'Clients get no connection. A repair makes it with another target, which DNS must then have.',
  ),
  properties: {
    'DomainNameConfigurations.0.CertificateArn': changedByHand(
      'STOPS',
      'Clients get another certificate.',
    ),
    'DomainNameConfigurations.0.SecurityPolicy': changedByHand(
      'UNSAFE',
      'Clients can connect with an old TLS, or cannot connect any more.',
    ),
    'DomainNameConfigurations.0.IpAddressType': changedByHand(
      'STOPS',
      'Clients with IPv6 only get no connection.',
    ),
    MutualTlsAuthentication: {
      ...changedByHand(
        'STOPS',
        'Clients without a certificate of their own get no connection.',
        (it) => [
          aws('apigatewayv2 update-domain-name', {
            'domain-name': nameOf(it),
            'mutual-tls-authentication': 'TruststoreUri=',
          }),
        ],
      ),
      unset: undefined,
    },
  },
};

const mapping: ResourceKind = {
  type: 'AWS::ApiGatewayV2::ApiMapping',
  name: () => 'The way from the domain to the API',
  ask: async (asking, expected) => {
    const DomainName = propertyText(expected, 'DomainName');
    const mappings = await askList(asking, { mappings: DomainName }, (client, NextToken, signal) =>
      client.send(new GetApiMappingsCommand({ DomainName, NextToken }), signal),
    );
    return foundIn(mappings, ({ ApiMappingId }) => ApiMappingId === expected.physicalId);
  },
  ifDeleted: changedByHand('STOPS', 'Clients get 403 or 404 at the domain.'),
  properties: {
    ApiId: changedByHand('STOPS', 'Another API answers at the domain.'),
    Stage: changedByHand('STOPS', 'Another stage answers at the domain.'),
    ApiMappingKey: { ...changedByHand('STOPS', 'Clients get 404 at the domain.'), unset: '' },
  },
};

export const domainKinds = [domain, mapping];

/** The ARN of the certificate of a domain. */
export function certificateOf({ properties }: Expected): string | undefined {
  const arn = propertyAt(properties, 'DomainNameConfigurations.0.CertificateArn');
  return typeof arn === 'string' ? arn : undefined;
}
