import { GetApiCommand, GetStageCommand } from '@aws-sdk/client-apigatewayv2';
import type { Command } from '../command.ts';
import { type Broken, type Consequence, changedByHand } from '../consequence.ts';
import { type Expected, propertyAt } from '../expected.ts';
import { aws, nameOf, repairOf } from '../mends.ts';
import { propertyText, type ResourceKind } from './resource-kind.ts';

const api: ResourceKind = {
  type: 'AWS::ApiGatewayV2::Api',
  name: () => 'The API',
  ask: ({ ask }, { physicalId: ApiId }) =>
    ask('apigateway:GET', { api: ApiId }, ({ apigateway }, signal) =>
      apigateway.send(new GetApiCommand({ ApiId }), signal),
    ),
  ifDeleted: changedByHand(
    'STOPS',
    'Nobody reaches the service. A repair makes another API, with another address.',
  ),
  properties: {
    DisableExecuteApiEndpoint: {
      ...changedByHand(
        'STOPS',
        'The address of AWS is switched off, and there is no domain.',
        (it) => [
          aws('apigatewayv2 update-api', {
            'api-id': nameOf(it),
            'no-disable-execute-api-endpoint': true,
          }),
        ],
      ),
      unset: false,
      // Behind CloudFront, the owner of a domain switches it off.
      only: ({ stage }) =>
        Object.values(stage.template.Resources).every(
          ({ Type }) => Type !== 'AWS::ApiGatewayV2::DomainName',
        ),
    },
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
  const settings = Object.keys(Object(propertyAt(actual, 'RouteSettings')));
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
  return { rank: 'SILENT', means, runbook: 'accessloglost', mend: repairOf };
}

const stage: ResourceKind = {
  type: 'AWS::ApiGatewayV2::Stage',
  name: () => 'The stage of the API',
  ask: ({ ask }, expected) => {
    const [ApiId, StageName] = [propertyText(expected, 'ApiId'), expected.physicalId];
    return ask('apigateway:GET', { stage: ApiId }, ({ apigateway }, signal) =>
      apigateway.send(new GetStageCommand({ ApiId, StageName }), signal),
    );
  },
  ifDeleted: changedByHand('STOPS', 'Nobody reaches the service.'),
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
    AutoDeploy: changedByHand('BLOCKS', 'A change of the API does not reach clients.'),
  },
};

export const apiKinds = [api, stage];
