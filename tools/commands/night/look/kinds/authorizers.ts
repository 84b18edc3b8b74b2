import { GetAuthorizersCommand } from '@aws-sdk/client-apigatewayv2';
import type { Asking } from '../asking.ts';
import { foundIn } from '../aws-answer.ts';
import type { Command } from '../command.ts';
import { type Broken, changedByHand } from '../consequence.ts';
import { aws, nameOf, night } from '../mends.ts';
import { askList, noService } from './gateway-part.ts';
import { propertyText, type ResourceKind } from './resource-kind.ts';

function askAuthorizers(asking: Asking, ApiId: string) {
  return askList(asking, { authorizers: ApiId }, (client, NextToken, signal) =>
    client.send(new GetAuthorizersCommand({ ApiId, NextToken }), signal),
  );
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

/** A decision that is in the cache keeps the time with which it came. */
function updateCache(it: Broken): Command[] {
  return [...updateAuthorizer(it), night(it.stage, 'forget')];
}

const authorizer: ResourceKind = {
  type: 'AWS::ApiGatewayV2::Authorizer',
  name: (expected) => `The authorizer ${propertyText(expected, 'Name')}`,
  ask: async (asking, expected) =>
    foundIn(
      await askAuthorizers(asking, propertyText(expected, 'ApiId')),
      ({ AuthorizerId }) => AuthorizerId === expected.physicalId,
    ),
  ifDeleted: changedByHand('STOPS', noService),
  properties: {
    AuthorizerType: changedByHand('OPEN', 'Something else decides who is let in.'),
    AuthorizerUri: changedByHand(
      'OPEN',
      'Another function, or none, decides who is let in.',
      updateAuthorizer,
    ),
    IdentitySource: changedByHand(
      'OPEN',
      'A decision can be kept for another client than it was made for.',
      updateAuthorizer,
    ),
    AuthorizerResultTtlInSeconds: changedByHand(
      'LIMITS',
      'With a longer time, a revoked token stays valid for longer. With a shorter one, the function runs more often, and with 0 for each request.',
      updateCache,
    ),
    AuthorizerPayloadFormatVersion: changedByHand('STOPS', noService, updateAuthorizer),
    EnableSimpleResponses: changedByHand('STOPS', noService, updateAuthorizer),
  },
};

export const authorizerKinds = [authorizer];
