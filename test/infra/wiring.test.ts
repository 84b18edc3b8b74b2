import { expect, it } from 'vitest';
import * as served from '../../functions/service.ts';
import { contract, tableKey } from '../setup/plants.ts';
import { aliasOf, liveFunctions, resourceOf, resourcesOf, template } from '../setup/synthesized.ts';

// What the stack and `npm start` both serve. Most of it is stated once in code, so that one mistake changes both:
// here it is compared with openapi.yaml and with literals.

const tables = {
  Plants: { [tableKey.AttributeName]: tableKey.AttributeType },
  Tokens: { digest: 'S' },
};
const tableNames = {
  CreatePlant: { PLANTS_TABLE_NAME: 'Plants' },
  Authorize: { TOKENS_TABLE_NAME: 'Tokens' },
  Probe: { PLANTS_TABLE_NAME: 'Plants', TOKENS_TABLE_NAME: 'Tokens' },
};
const rights = {
  CreatePlant: ['dynamodb:PutItem on Plants'],
  Authorize: ['dynamodb:GetItem on Tokens'],
};
const functions = {
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

it('npm start serves the same', () => {
  const { routes, tables: made } = served;
  expect(routes.map((one) => [`${one.method} ${one.path}`, one.functionName])).toEqual(promised);
  expect(served.authorizer).toMatchObject({
    functionName: authorizer,
    header: 'Authorization',
    cacheSeconds: 300,
  });
  const names = Object.entries(made).map(([name, { variable }]) => [variable, name]);
  expect(Object.assign({}, ...Object.values(tableNames))).toEqual(Object.fromEntries(names));
  const keys = Object.entries(made).map(([name, { key, type }]) => [name, { [key]: type }]);
  expect(Object.fromEntries(keys)).toEqual(tables);
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

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

interface Policy {
  readonly PolicyDocument: { readonly Statement: readonly Statement[] };
}

it.each(Object.entries(rights))('%s may do its one operation on its table', (id, allowed) => {
  const role = Object(template.Resources[id]?.Properties['Role'])['Fn::GetAtt'][0];
  const { Policies } = Object(template.Resources[role]?.Properties);
  const granted = Policies.flatMap(
    ({ PolicyDocument }: Policy) => PolicyDocument.Statement,
  ).flatMap(({ Action, Resource }: Statement) =>
    [Action].flat().map((action) => `${action} on ${Object(Resource)['Fn::GetAtt']?.[0]}`),
  );
  expect(granted.filter((right: string) => right.startsWith('dynamodb:'))).toEqual(allowed);
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
