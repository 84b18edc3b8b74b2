import { expect, it } from 'vitest';
import type { FunctionName } from '../../functions/service.ts';
import * as served from '../../functions/service.ts';
import { contract, tableKey } from '../setup/plants.ts';
import { aliasOf, liveFunctions, resourceOf, resourcesOf, template } from '../setup/synthesized.ts';

// What the stack and `npm start` both serve. Most of it is stated once in code, so that one mistake changes both:
// here it is compared with openapi.yaml and with literals.

const tables = {
  Plants: { [tableKey.AttributeName]: tableKey.AttributeType },
  Tokens: { digest: 'S' },
};
const tableNames: Record<FunctionName, object> = {
  CreatePlant: { PLANTS_TABLE_NAME: 'Plants' },
  Authorize: { TOKENS_TABLE_NAME: 'Tokens' },
  Probe: { PLANTS_TABLE_NAME: 'Plants', TOKENS_TABLE_NAME: 'Tokens' },
};
const functions: Record<FunctionName, unknown> = {
  CreatePlant: ['route', 10],
  Authorize: ['authorizer', 5],
  Probe: ['probe', 100],
};
const operations = { createPlant: 'CreatePlant' };
const authorizer = 'Authorize';

function propertiesOf(type: string) {
  return resourceOf(`AWS::ApiGatewayV2::${type}`).Properties;
}

/** The function whose alias an ARN names. */
function functionIn(uri: unknown): string | undefined {
  return liveFunctions.find((name) => JSON.stringify(uri).includes(`"Ref":"${aliasOf(name)}"`));
}

interface Operation {
  readonly operationId: string;
}

/** The operations of the contract: the key of the route, and the function. */
const promised = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries<Operation>(Object(methods)).map(([method, { operationId }]) => [
    `${method.toUpperCase()} ${path}`,
    operations[operationId as keyof typeof operations],
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
    return [Properties['RouteKey'], functionIn(IntegrationUri)];
  });
  expect(routes).toEqual(promised);
});

it('the authorizer judges the Authorization header, and the gateway keeps its decision for five minutes', () => {
  const { AuthorizerUri, ...properties } = propertiesOf('Authorizer');
  expect(functionIn(AuthorizerUri)).toBe(authorizer);
  expect(properties).toMatchObject({
    AuthorizerType: 'REQUEST',
    AuthorizerPayloadFormatVersion: '2.0',
    EnableSimpleResponses: true,
    IdentitySource: ['$request.header.Authorization'],
    AuthorizerResultTtlInSeconds: 300,
  });
});

it('each function has its kind and its time limit', () => {
  const listed = Object.entries(served.functions).map(([id, { kind, timeoutSeconds }]) => {
    expect(template.Resources[id]?.Properties['Timeout']).toBe(timeoutSeconds);
    return [id, [kind, timeoutSeconds]];
  });
  expect(Object.fromEntries(listed)).toEqual(functions);
});

it('each function gets its tables under the names that it reads', () => {
  const given = Object.entries(resourcesOf('AWS::Lambda::Function')).map(([id, { Properties }]) => {
    const { Variables } = Object(Properties['Environment']);
    const names = Object.entries<{ Ref?: string }>(Variables).filter(([, { Ref }]) => Ref);
    return [id, Object.fromEntries(names.map(([name, { Ref }]) => [name, Ref]))];
  });
  expect(Object.fromEntries(given)).toEqual(tableNames);
});

it('each table has its key, of its type', () => {
  const made = Object.entries(resourcesOf('AWS::DynamoDB::GlobalTable')).map(
    ([id, { Properties }]) => {
      expect(Properties['KeySchema']).toHaveLength(1);
      const [{ AttributeName: name }] = Object(Properties['KeySchema']);
      const types = Object(Properties['AttributeDefinitions']) as Record<string, string>[];
      return [
        id,
        { [name]: types.find((one) => one['AttributeName'] === name)?.['AttributeType'] },
      ];
    },
  );
  expect(Object.fromEntries(made)).toEqual(tables);
});
