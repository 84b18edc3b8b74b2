import { expect, it } from 'vitest';
import type { LiveName } from '../../functions/service.ts';
import { contract, tableKey } from '../setup/plants.ts';
import { aliasOf, liveFunctions, resourceOf, resourcesOf, template } from '../setup/synthesized.ts';

// What the stack and `npm start` both serve. Most of it is stated once in code, so that one mistake changes both:
// here it is compared with openapi.yaml and with literals.

/** The operation of each function that has one. */
const operationIds: Readonly<Record<LiveName, string | undefined>> = {
  CreatePlant: 'createPlant',
  Authorize: undefined,
};

function propertiesOf(type: string) {
  return resourceOf(`AWS::ApiGatewayV2::${type}`).Properties;
}

/** The function whose alias an ARN names. */
function functionIn(uri: unknown): LiveName | undefined {
  return liveFunctions.find((name) => JSON.stringify(uri).includes(`"Ref":"${aliasOf(name)}"`));
}

interface Operation {
  readonly operationId: string;
}

/** The operations of the contract: the key of the route, and the name. */
const promised = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries<Operation>(Object(methods)).map(([method, { operationId }]) => [
    `${method.toUpperCase()} ${path}`,
    operationId,
  ]),
);

it('the routes are the operations of the contract, each with its function, behind the authorizer', () => {
  const [authorizerId] = Object.keys(resourcesOf('AWS::ApiGatewayV2::Authorizer'));
  const routes = Object.values(resourcesOf('AWS::ApiGatewayV2::Route')).map(({ Properties }) => {
    const [, integration] = JSON.stringify(Properties['Target']).match(/"Ref":"(\w+)"/) ?? [];
    const { IntegrationType, IntegrationUri, PayloadFormatVersion } =
      template.Resources[`${integration}`]?.Properties ?? {};
    expect([IntegrationType, PayloadFormatVersion]).toEqual(['AWS_PROXY', '2.0']);
    expect(Properties).toMatchObject({
      AuthorizationType: 'CUSTOM',
      AuthorizerId: { Ref: authorizerId },
    });
    const fn = functionIn(IntegrationUri);
    return [Properties['RouteKey'], fn && operationIds[fn]];
  });
  expect(routes).toEqual(promised);
});

it('the authorizer judges the Authorization header, and the gateway caches its decision for five minutes', () => {
  const { AuthorizerUri, ...properties } = propertiesOf('Authorizer');
  expect(functionIn(AuthorizerUri)).toBe('Authorize');
  expect(properties).toMatchObject({
    AuthorizerType: 'REQUEST',
    AuthorizerPayloadFormatVersion: '2.0',
    EnableSimpleResponses: true,
    IdentitySource: ['$request.header.Authorization'],
    AuthorizerResultTtlInSeconds: 300,
  });
});

it('each table has its key, of its type', () => {
  const keys = { Plants: tableKey, Tokens: { AttributeName: 'digest', AttributeType: 'S' } };
  for (const [id, { AttributeName, AttributeType }] of Object.entries(keys)) {
    expect(template.Resources[id]?.Properties).toMatchObject({
      AttributeDefinitions: [{ AttributeName, AttributeType }],
      KeySchema: [{ AttributeName, KeyType: 'HASH' }],
    });
  }
});
