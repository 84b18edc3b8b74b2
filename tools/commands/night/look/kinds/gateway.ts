import {
  GetApiCommand,
  GetApiMappingsCommand,
  GetAuthorizersCommand,
  GetDomainNameCommand,
  GetIntegrationsCommand,
  GetRoutesCommand,
  GetStageCommand,
} from '@aws-sdk/client-apigatewayv2';
import { mapped } from '../answer.ts';
import { type Asking, allPages } from '../asking.ts';
import type { Command } from '../command.ts';
import { type Expected, type Properties, propertyAt } from '../expected.ts';
import type { Broken, Consequence, Rank } from '../finding.ts';
import { aws, nameOf, night, repair } from '../mends.ts';
import { type ResourceKind, text } from './resource-kind.ts';

/** API Gateway has one action for all that it reads, with the path as its resource. */
const get = 'apigateway:GET';

interface Part extends Properties {
  readonly [name: string]: unknown;
}

export function askRoutes({ ask }: Asking, ApiId: string) {
  return ask(get, { routes: ApiId }, ({ apigateway }, signal) =>
    allPages(async (NextToken) => {
      const page = await apigateway.send(new GetRoutesCommand({ ApiId, NextToken }), signal);
      return [page.Items, page.NextToken];
    }),
  );
}

function askIntegrations({ ask }: Asking, ApiId: string) {
  return ask(get, { integrations: ApiId }, ({ apigateway }, signal) =>
    allPages(async (NextToken) => {
      const page = await apigateway.send(new GetIntegrationsCommand({ ApiId, NextToken }), signal);
      return [page.Items, page.NextToken];
    }),
  );
}

function askAuthorizers({ ask }: Asking, ApiId: string) {
  return ask(get, { authorizers: ApiId }, ({ apigateway }, signal) =>
    allPages(async (NextToken) => {
      const page = await apigateway.send(new GetAuthorizersCommand({ ApiId, NextToken }), signal);
      return [page.Items, page.NextToken];
    }),
  );
}

/** The one of a list with this id. */
function partOf(parts: readonly object[], name: string, id: string) {
  const found = (parts as readonly Part[]).find((one) => one[name] === id);
  return found ?? ({ gone: true } as const);
}

function broken(rank: Rank, means: string, mend: Consequence['mend'] = repair): Consequence {
  return { rank, means, runbook: 'changed-by-hand', mend };
}

const noService = 'Clients get an error for each request.';

const api: ResourceKind = {
  type: 'AWS::ApiGatewayV2::Api',
  name: () => 'The API',
  read: async ({ ask }, { physicalId: ApiId }) =>
    mapped(
      await ask(get, { api: ApiId }, ({ apigateway }, signal) =>
        apigateway.send(new GetApiCommand({ ApiId }), signal),
      ),
      (value) => ({ ...value }),
    ),
  gone: broken(
    'STOPS',
    'Nobody reaches the service. A repair makes another API, with another address.',
  ),
  properties: {
    DisableExecuteApiEndpoint: {
      ...broken('STOPS', 'The address of AWS is switched off, and there is no domain.', (it) => [
        aws('apigatewayv2 update-api', {
          'api-id': nameOf(it),
          'no-disable-execute-api-endpoint': true,
        }),
      ]),
      unset: false,
      // Behind CloudFront, the owner of a domain switches it off.
      only: ({ stage }) =>
        Object.values(stage.template.Resources).every(({ Type }) => Type !== domain.type),
    },
  },
};

/** Sets a route to what the template says. No deploy does it: CloudFormation does not see its authorizer. */
function updateRoute(it: Broken): Command[] {
  const { properties } = it.expected;
  const command = aws('apigatewayv2 update-route', {
    'api-id': properties['ApiId'],
    'route-id': nameOf(it),
    'route-key': properties['RouteKey'],
    target: properties['Target'],
    'authorization-type': properties['AuthorizationType'],
    'authorizer-id': properties['AuthorizerId'],
  });
  return [command];
}

/** First nobody may come in. */
function closeAndUpdateRoute(it: Broken): Command[] {
  return [night(it.stage, 'close'), ...updateRoute(it), night(it.stage, 'open')];
}

function letsIn(means: string): Consequence {
  return { rank: 'OPEN', means, runbook: 'close-the-api', mend: closeAndUpdateRoute };
}

const route: ResourceKind = {
  type: 'AWS::ApiGatewayV2::Route',
  name: (expected) => `The route ${text(expected, 'RouteKey')}`,
  read: async (asking, { physicalId, properties }) =>
    mapped(await askRoutes(asking, `${properties['ApiId']}`), (routes) =>
      partOf(routes, 'RouteId', physicalId),
    ),
  gone: broken('STOPS', 'Clients get 404 for it.'),
  properties: {
    RouteKey: broken('STOPS', 'Clients get 404 for it.', updateRoute),
    AuthorizationType: letsIn('Everybody is let in without a token.'),
    AuthorizerId: letsIn('Another authorizer, or none, decides who is let in.'),
    Target: broken('STOPS', 'Another function, or none, answers the requests.', updateRoute),
  },
};

function updateIntegration(it: Broken): Command[] {
  const { properties } = it.expected;
  const command = aws('apigatewayv2 update-integration', {
    'api-id': properties['ApiId'],
    'integration-id': nameOf(it),
    'integration-uri': properties['IntegrationUri'],
    'payload-format-version': properties['PayloadFormatVersion'],
    'timeout-in-millis': properties['TimeoutInMillis'],
  });
  return [command];
}

const integration: ResourceKind = {
  type: 'AWS::ApiGatewayV2::Integration',
  name: ({ properties }) => `The integration of ${functionIn(properties['IntegrationUri'])}`,
  read: async (asking, { physicalId, properties }) =>
    mapped(await askIntegrations(asking, `${properties['ApiId']}`), (all) =>
      partOf(all, 'IntegrationId', physicalId),
    ),
  gone: broken('STOPS', noService),
  properties: {
    IntegrationType: broken('STOPS', noService),
    IntegrationUri: broken(
      'STOPS',
      'Another function, or none, answers the requests.',
      updateIntegration,
    ),
    PayloadFormatVersion: broken('STOPS', noService, updateIntegration),
    TimeoutInMillis: broken(
      'STOPS',
      'The gateway gives up earlier or later than it should.',
      updateIntegration,
    ),
  },
};

/** The name of a function without the name of the stack and without what AWS adds. */
function functionIn(arn: unknown): string {
  const [, name = 'a function'] = /:function:([^:/]+)/.exec(String(arn)) ?? [];
  return name.split('-').at(-2) ?? name;
}

function updateAuthorizer(it: Broken): Command[] {
  const { properties } = it.expected;
  const command = aws('apigatewayv2 update-authorizer', {
    'api-id': properties['ApiId'],
    'authorizer-id': nameOf(it),
    'authorizer-uri': properties['AuthorizerUri'],
    'authorizer-result-ttl-in-seconds': properties['AuthorizerResultTtlInSeconds'],
    'authorizer-payload-format-version': properties['AuthorizerPayloadFormatVersion'],
    'enable-simple-responses': properties['EnableSimpleResponses'],
    'identity-source': properties['IdentitySource'],
  });
  return [command];
}

const authorizer: ResourceKind = {
  type: 'AWS::ApiGatewayV2::Authorizer',
  name: (expected) => `The authorizer ${text(expected, 'Name')}`,
  read: async (asking, { physicalId, properties }) =>
    mapped(await askAuthorizers(asking, `${properties['ApiId']}`), (all) =>
      partOf(all, 'AuthorizerId', physicalId),
    ),
  gone: broken('STOPS', noService),
  properties: {
    AuthorizerType: broken('OPEN', 'Something else decides who is let in.'),
    AuthorizerUri: broken(
      'OPEN',
      'Another function, or none, decides who is let in.',
      updateAuthorizer,
    ),
    IdentitySource: broken(
      'OPEN',
      'A decision can be kept for another client than it was made for.',
      updateAuthorizer,
    ),
    AuthorizerResultTtlInSeconds: broken(
      'LIMITS',
      'With a longer time, a revoked token stays valid for longer. With a shorter one, the function runs more often, and with 0 for each request.',
      updateAuthorizer,
    ),
    AuthorizerPayloadFormatVersion: broken('STOPS', noService, updateAuthorizer),
    EnableSimpleResponses: broken('STOPS', noService, updateAuthorizer),
  },
};

/** Sets the limits of the template: to raise them, write others into it. */
export function setThrottle(stage: Expected): Command {
  const limits = Object.entries(stage.properties['DefaultRouteSettings'] as object);
  return updateStage(stage, {
    'default-route-settings': limits.map(([name, value]) => `${name}=${value}`).join(','),
  });
}

function updateThrottle({ expected }: Broken): Command[] {
  return [setThrottle(expected)];
}

function updateStage(
  { properties }: Expected,
  options: Readonly<Record<string, unknown>>,
): Command {
  return aws('apigatewayv2 update-stage', {
    'api-id': properties['ApiId'],
    'stage-name': properties['StageName'],
    ...options,
  });
}

/** A route can have a throttle of its own, which CloudFormation does not see. */
function deleteRouteSettings({ expected, actual }: Broken): Command[] {
  const settings = Object.keys(Object(actual?.['RouteSettings']));
  return settings.map((key) =>
    aws('apigatewayv2 delete-route-settings', {
      'api-id': expected.properties['ApiId'],
      'stage-name': expected.properties['StageName'],
      'route-key': key,
    }),
  );
}

function throttles(means: string, mend: Consequence['mend']): Consequence {
  return { rank: 'LIMITS', means, runbook: 'throttled', mend };
}

function silences(means: string): Consequence {
  return { rank: 'SILENT', means, runbook: 'accessloglost', mend: repair };
}

const stage: ResourceKind = {
  type: 'AWS::ApiGatewayV2::Stage',
  name: () => 'The stage of the API',
  read: async ({ ask }, { physicalId: StageName, properties }) =>
    mapped(
      await ask(get, { stage: properties['ApiId'] }, ({ apigateway }, signal) =>
        apigateway.send(
          new GetStageCommand({ ApiId: `${properties['ApiId']}`, StageName }),
          signal,
        ),
      ),
      (value) => ({ ...value }),
    ),
  gone: broken('STOPS', 'Nobody reaches the service.'),
  properties: {
    'DefaultRouteSettings.ThrottlingRateLimit': throttles(
      'Clients get 429 at another number of requests a second than the template says.',
      updateThrottle,
    ),
    'DefaultRouteSettings.ThrottlingBurstLimit': throttles(
      'Clients get 429 in other bursts than the template says.',
      updateThrottle,
    ),
    RouteSettings: {
      ...throttles('A route has a throttle of its own.', deleteRouteSettings),
      unset: {},
    },
    'AccessLogSettings.DestinationArn': silences(
      'Most alarms count lines of this log: they see nothing now.',
    ),
    'AccessLogSettings.Format': silences(
      'Most alarms count lines of this log: they read them wrongly now.',
    ),
    AutoDeploy: broken('BLOCKS', 'A change of the API does not reach clients.'),
  },
};

const domain: ResourceKind = {
  type: 'AWS::ApiGatewayV2::DomainName',
  name: () => 'The domain of the API',
  read: async ({ ask }, { physicalId: DomainName }) =>
    mapped(
      await ask(get, { domain: DomainName }, ({ apigateway }, signal) =>
        apigateway.send(new GetDomainNameCommand({ DomainName }), signal),
      ),
      (value) => ({ ...value }),
    ),
  gone: broken(
    'STOPS',
    'Clients get no connection. A repair makes it with another target, which DNS must then have.',
  ),
  properties: {
    'DomainNameConfigurations.0.CertificateArn': broken(
      'STOPS',
      'Clients get another certificate.',
    ),
    'DomainNameConfigurations.0.SecurityPolicy': broken(
      'UNSAFE',
      'Clients can connect with an old TLS, or cannot connect any more.',
    ),
    'DomainNameConfigurations.0.IpAddressType': broken(
      'STOPS',
      'Clients with IPv6 only get no connection.',
    ),
    MutualTlsAuthentication: {
      ...broken('STOPS', 'Clients without a certificate of their own get no connection.', (it) => [
        aws('apigatewayv2 update-domain-name', {
          'domain-name': nameOf(it),
          'mutual-tls-authentication': 'TruststoreUri=',
        }),
      ]),
      unset: undefined,
    },
  },
};

const mapping: ResourceKind = {
  type: 'AWS::ApiGatewayV2::ApiMapping',
  name: () => 'The way from the domain to the API',
  read: async ({ ask }, { physicalId, properties }) => {
    const DomainName = `${properties['DomainName']}`;
    const mappings = await ask(get, { mappings: DomainName }, ({ apigateway }, signal) =>
      allPages(async (NextToken) => {
        const command = new GetApiMappingsCommand({ DomainName, NextToken });
        const page = await apigateway.send(command, signal);
        return [page.Items, page.NextToken];
      }),
    );
    return mapped(mappings, (all) => partOf(all, 'ApiMappingId', physicalId));
  },
  gone: broken('STOPS', 'Clients get 403 or 404 at the domain.'),
  properties: {
    ApiId: broken('STOPS', 'Another API answers at the domain.'),
    Stage: broken('STOPS', 'Another stage answers at the domain.'),
    ApiMappingKey: { ...broken('STOPS', 'Clients get 404 at the domain.'), unset: '' },
  },
};

export const gatewayKinds = [api, route, integration, authorizer, stage, domain, mapping];

/** The certificates of a domain. */
export function certificateOf({ properties }: Expected): string | undefined {
  const arn = propertyAt(properties, 'DomainNameConfigurations.0.CertificateArn');
  return typeof arn === 'string' ? arn : undefined;
}
