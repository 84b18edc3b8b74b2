import { GetIntegrationsCommand, GetRoutesCommand } from '@aws-sdk/client-apigatewayv2';
import type { Asking } from '../asking.ts';
import { foundIn } from '../aws-answer.ts';
import type { Command } from '../command.ts';
import { type Broken, type Consequence, changedByHand } from '../consequence.ts';
import { aws, nameOf, night } from '../mends.ts';
import { shortFunctionName } from './function-names.ts';
import { askList, noService } from './gateway-part.ts';
import { propertyText, type ResourceKind } from './resource-kind.ts';

export function askRoutes(asking: Asking, ApiId: string) {
  return askList(asking, { routes: ApiId }, (client, NextToken, signal) =>
    client.send(new GetRoutesCommand({ ApiId, NextToken }), signal),
  );
}

function askIntegrations(asking: Asking, ApiId: string) {
  return askList(asking, { integrations: ApiId }, (client, NextToken, signal) =>
    client.send(new GetIntegrationsCommand({ ApiId, NextToken }), signal),
  );
}

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
  name: (expected) => `The route ${propertyText(expected, 'RouteKey')}`,
  ask: async (asking, expected) =>
    foundIn(
      await askRoutes(asking, propertyText(expected, 'ApiId')),
      ({ RouteId }) => RouteId === expected.physicalId,
    ),
  ifDeleted: changedByHand('STOPS', 'Clients get 404 for it.'),
  properties: {
    RouteKey: changedByHand('STOPS', 'Clients get 404 for it.', updateRoute),
    AuthorizationType: letsIn('Everybody is let in without a token.'),
    AuthorizerId: letsIn('Another authorizer, or none, decides who is let in.'),
    Target: changedByHand('STOPS', 'Another function, or none, answers the requests.', updateRoute),
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
  name: (expected) =>
    `The integration of ${shortFunctionName(propertyText(expected, 'IntegrationUri'))}`,
  ask: async (asking, expected) =>
    foundIn(
      await askIntegrations(asking, propertyText(expected, 'ApiId')),
      ({ IntegrationId }) => IntegrationId === expected.physicalId,
    ),
  ifDeleted: changedByHand('STOPS', noService),
  properties: {
    IntegrationType: changedByHand('STOPS', noService),
    IntegrationUri: changedByHand(
      'STOPS',
      'Another function, or none, answers the requests.',
      updateIntegration,
    ),
    PayloadFormatVersion: changedByHand('STOPS', noService, updateIntegration),
    TimeoutInMillis: changedByHand(
      'STOPS',
      'The gateway gives up earlier or later than it should.',
      updateIntegration,
    ),
  },
};

export const routeKinds = [route, integration];
