import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { functions, type LiveName, routes } from '../../functions/service.ts';
import { nodeMajor } from '../../infra/build/bundle.ts';
import { readSettings } from '../../infra/settings.ts';
import { operationsOf } from '../../tools/contract/operations.ts';
import { contract, tableKey } from '../../tools/test/setup/contract.ts';
import { aliasOf, liveNames, resourceOf, resourcesOf, template } from '../setup/synthesized.ts';

const { architecture, logRetentionDays, maxWriteUnits } = readSettings({});

function ref(id: unknown) {
  return { Ref: id };
}
function idOf(type: string, start = '') {
  return Object.keys(resourcesOf(type)).find((id) => id.startsWith(start));
}
function propertiesOf(type: string) {
  return resourceOf(`AWS::ApiGatewayV2::${type}`).Properties;
}

describe('a table', () => {
  const tables = resourcesOf('AWS::DynamoDB::GlobalTable');

  it('stays if the stack or its resource is deleted', () => {
    expect(new Set(Object.keys(tables))).toEqual(new Set(['Plants', 'Tokens']));
    for (const table of Object.values(tables)) {
      expect(table).toMatchObject({
        DeletionPolicy: 'Retain',
        UpdateReplacePolicy: 'Retain',
        Properties: {
          BillingMode: 'PAY_PER_REQUEST',
          // False means DynamoDB's own key, which no one can switch off.
          SSESpecification: { SSEEnabled: false },
          // There before the first replica in another region: CloudFormation cannot promise to add both at once.
          StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
          Replicas: [
            {
              Region: ref('AWS::Region'),
              DeletionProtectionEnabled: true,
              PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
            },
          ],
        },
      });
    }
  });

  it('of plants has a limit of writes and deletes nothing, and that of tokens the contrary', () => {
    const { Plants: plants, Tokens: tokens } = tables;
    const [ofPlants, ofTokens] = [plants, tokens].map((one) => Object(one?.Properties));
    expect(ofPlants).toMatchObject({
      WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: maxWriteUnits },
    });
    expect(ofPlants).not.toHaveProperty('TimeToLiveSpecification');
    expect(ofTokens).toMatchObject({
      TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
    });
    expect(ofTokens).not.toHaveProperty('WriteOnDemandThroughputSettings');
  });
});

describe('a function', () => {
  const lambdas = resourcesOf('AWS::Lambda::Function');

  const [, memory] = /\| (\d+) MB, as configured \|/.exec(readFileSync('README.md', 'utf8')) ?? [];
  // Less makes each first request slower, and more costs more for each request.
  const measured = 'README has times for this memory: measure again by npm run bench';

  it('logs JSON without lines of Lambda itself, with the one Node and the one memory', () => {
    for (const { Properties } of Object.values(lambdas)) {
      expect(Properties).toMatchObject({
        Runtime: `nodejs${nodeMajor}.x`,
        Architectures: [architecture],
        LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: 'WARN' },
      });
      expect(Properties['MemorySize'], measured).toBe(Number(memory));
      // The alarms count lines of level INFO, too.
      expect(Properties).not.toHaveProperty('LoggingConfig.ApplicationLogLevel');
    }
  });

  it('calls the DynamoDB of its own region', () => {
    const url = ['https://dynamodb.', ref('AWS::Region'), '.', ref('AWS::URLSuffix')];
    for (const { Properties } of Object.values(lambdas))
      expect(Properties['Environment']).toMatchObject({
        Variables: { AWS_ENDPOINT_URL_DYNAMODB: { 'Fn::Join': ['', url] } },
      });
  });

  // CloudFormation does not see a change of an AWS::IAM::Policy by hand, and so cannot repair it.
  it('has its rights in its role, as each role has', () => {
    for (const { Properties } of Object.values(resourcesOf('AWS::IAM::Role')))
      expect(Properties).toMatchObject({ Policies: [{ PolicyName: 'Rights' }] });
    for (const type of ['Policy', 'ManagedPolicy', 'RolePolicy'])
      expect(resourcesOf(`AWS::IAM::${type}`)).toEqual({});
  });

  it('times out before the gateway does', () => {
    for (const { Properties } of Object.values(resourcesOf('AWS::ApiGatewayV2::Integration'))) {
      for (const { functionName } of routes) {
        const seconds = Number(lambdas[functionName]?.Properties['Timeout']);
        expect(seconds * 1000).toBeLessThan(Number(Properties['TimeoutInMillis']));
      }
    }
    // The gateway's limit for authorizers, which is not in the template.
    expect(lambdas['Authorize']?.Properties['Timeout']).toBeLessThan(10);
  });

  it('can be called only by its route, or as the authorizer', () => {
    const api = idOf('AWS::ApiGatewayV2::Api');
    const authorizer = idOf('AWS::ApiGatewayV2::Authorizer');
    const permissions = Object.values(resourcesOf('AWS::Lambda::Permission'));
    const granted = permissions.map(({ Properties: { Principal, FunctionName, SourceArn } }) => [
      Principal,
      FunctionName,
      JSON.stringify(SourceArn),
    ]);
    const by = 'apigateway.amazonaws.com';
    const decision = `{"Ref":"${api}"},"/authorizers/",{"Ref":"${authorizer}"}`;
    const callers = routes.map(({ method, path, functionName }) => {
      const route = expect.stringContaining(`{"Ref":"${api}"},"/$default/${method}${path}"`);
      return [by, ref(aliasOf(functionName)), route];
    });
    callers.push([by, ref(aliasOf('Authorize')), expect.stringContaining(decision)]);
    expect(new Set(granted)).toEqual(new Set(callers));
    // A URL needs no permission.
    expect(resourcesOf('AWS::Lambda::Url')).toEqual({});
  });
});

it('a version stays for a rollback, and is deleted if its own deploy fails', () => {
  const versions = Object.values(resourcesOf('AWS::Lambda::Version'));
  expect(versions).toHaveLength(liveNames.length);
  // If it stayed then, the next deploy would fail: "A version for this Lambda function exists".
  const kept = { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' };
  for (const version of versions) expect(version).toMatchObject(kept);
});

it('the logs are kept after the stack, and nobody deletes them by mistake', () => {
  const groups = Object.entries(resourcesOf('AWS::Logs::LogGroup'));
  const ids = groups.map(([id]) => id).join();
  for (const name of [...Object.keys(functions).map((fn) => `${fn}Logs`), 'ApiAccessLogs'])
    expect(ids).toContain(name);
  for (const [, group] of groups) {
    expect(group).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: { RetentionInDays: logRetentionDays, DeletionProtectionEnabled: true },
    });
  }
});

describe('the API', () => {
  it('serves at the root', () => {
    expect(propertiesOf('Api')).toMatchObject({ ProtocolType: 'HTTP', IpAddressType: 'dualstack' });
    // With it, the gateway would answer OPTIONS itself, and not by 404.
    expect(propertiesOf('Api')).not.toHaveProperty('CorsConfiguration');
    expect(propertiesOf('Stage')).toMatchObject({ StageName: '$default', AutoDeploy: true });
  });

  it('logs each request as one JSON object, with its client and the reason of a failure', () => {
    const { DestinationArn, Format } = Object(propertiesOf('Stage')['AccessLogSettings']);
    const id = idOf('AWS::Logs::LogGroup', 'ApiAccessLogs');
    // The group's own ARN ends in ":*", and API Gateway drops it: each drift check would find a change.
    const arn = { 'Fn::Split': [':*', { 'Fn::GetAtt': [id, 'Arn'] }] };
    expect(DestinationArn).toEqual({ 'Fn::Select': [0, arn] });
    // For another prefix, AWS writes into one policy of the account, which is soon full.
    const name = Object(template.Resources[`${id}`]?.Properties['LogGroupName'])['Fn::Join'][1];
    expect(name[0]).toMatch(/^\/aws\/vendedlogs\//);
    const columns = Object.entries<string>(JSON.parse(Format));
    expect(new Set(columns.map(([, value]) => value)).size).toBe(columns.length);
    // A missing value is logged as a bare -, so each value needs its quotes.
    for (const [name, value] of columns) {
      expect(value).toMatch(/^\$context(\.\w+)+$/);
      // Two columns could be exchanged, so the words of a name must be in its value.
      // AWS's name: integration.integrationStatus is of Lambda itself.
      const words = name
        .replace('functionStatus', 'integration.status')
        .match(/[a-z.]+|[A-Z][a-z]+/g);
      for (const word of words ?? []) expect(value.toLowerCase()).toContain(word.toLowerCase());
    }
  });

  // If AWS does not escape a quote in it, a client could make a line that calls somebody, or hides a failure.
  it('logs no text that a client writes', () => {
    const { Format } = Object(propertiesOf('Stage')['AccessLogSettings']);
    const written =
      /context\.(path|httpMethod|protocol|domain\w+|requestOverride|identity\.(?!sourceIp")|authorizer\.(claims|principalId))/;
    expect(Format).not.toMatch(written);
    expect(Format).toContain('$context.identity.sourceIp"');
  });
});

it('no address or ARN is of one partition only', () => {
  // Principals have the same names everywhere.
  const text = JSON.stringify(template).replace(/"\w+\.amazonaws\.com"/g, '');
  expect(text.match(/.{30}(amazonaws\.com|arn:aws:).{30}/g)).toBeNull();
});

it('reports nothing to AWS about the constructs that it uses', () => {
  expect(resourcesOf('AWS::CDK::Metadata')).toEqual({});
});

it('each output is of its resource', () => {
  const api = idOf('AWS::ApiGatewayV2::Api');
  expect(template.Outputs).toMatchObject({
    ApiUrl: { Value: { 'Fn::GetAtt': [api, 'ApiEndpoint'] } },
    ApiId: { Value: ref(api) },
    PlantsTableName: { Value: ref('Plants') },
    TokensTableName: { Value: ref('Tokens') },
    PlantsStreamArn: { Value: { 'Fn::GetAtt': ['Plants', 'StreamArn'] } },
  });
});

// What the stack and `npm start` both serve. Most of it is stated once in code, so that one mistake changes both:
// here it is compared with openapi.yaml and with literals.

/** The function whose alias an ARN names. */
function functionIn(uri: unknown): LiveName | undefined {
  return liveNames.find((name) => JSON.stringify(uri).includes(`"Ref":"${aliasOf(name)}"`));
}

it('the routes are the operations of the contract, each with its function, behind the authorizer', () => {
  const [authorizerId] = Object.keys(resourcesOf('AWS::ApiGatewayV2::Authorizer'));
  const deployed = Object.values(resourcesOf('AWS::ApiGatewayV2::Route')).map(({ Properties }) => {
    const [, integration] = JSON.stringify(Properties['Target']).match(/"Ref":"(\w+)"/) ?? [];
    const { IntegrationType, IntegrationUri, PayloadFormatVersion } =
      template.Resources[`${integration}`]?.Properties ?? {};
    expect([IntegrationType, PayloadFormatVersion]).toEqual(['AWS_PROXY', '2.0']);
    expect(Properties).toMatchObject({
      AuthorizationType: 'CUSTOM',
      AuthorizerId: { Ref: authorizerId },
    });
    const fn = functionIn(IntegrationUri);
    return `${Properties['RouteKey']}: ${fn}`;
  });
  // The function CreatePlant has the operation createPlant.
  const promised = operationsOf(contract).map(({ method, path, id }) => {
    return `${method} ${path}: ${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;
  });
  const unserved = promised.filter((one) => !deployed.includes(one));
  expect(unserved, 'functions/service.ts lacks').toEqual([]);
  const unpromised = deployed.filter((one) => !promised.includes(one));
  expect(unpromised, 'openapi.yaml lacks').toEqual([]);
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
