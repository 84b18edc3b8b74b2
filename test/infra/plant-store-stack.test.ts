import { describe, expect, it } from 'vitest';
import { memoryMegabytes, nodeMajor } from '../../infra/base.ts';
import { path } from '../plants.ts';
import { aliasOf, resourceOf, resourcesOf, template } from '../synthesized.ts';

function ref(id: unknown) {
  return { Ref: id };
}
function idOf(type: string, start = '') {
  return Object.keys(resourcesOf(type)).find((id) => id.startsWith(start));
}

// release.test.ts and probe.test.ts test the other roles. iam.test.ts compares the permissions with the calls.
it('only Lambda can assume the role of a function', () => {
  const roles = Object.entries(resourcesOf('AWS::IAM::Role'));
  const ofFunctions = roles.filter(([id]) => !/^(Release|Probe)/.test(id));
  expect(ofFunctions).toHaveLength(2);
  for (const [, { Properties }] of ofFunctions) {
    expect(Properties['AssumeRolePolicyDocument']).toMatchObject({
      Statement: [{ Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } }],
    });
  }
});

describe('a table', () => {
  const tables = resourcesOf('AWS::DynamoDB::GlobalTable');

  it('stays if the stack or its resource is deleted', () => {
    expect(Object.keys(tables)).toEqual(['Plants', 'Tokens']);
    for (const table of Object.values(tables)) {
      expect(table).toMatchObject({
        DeletionPolicy: 'Retain',
        UpdateReplacePolicy: 'Retain',
        Properties: {
          BillingMode: 'PAY_PER_REQUEST',
          // False means DynamoDB's own key, which nobody can switch off.
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

  it('names the throttled ids in plain text, and never the key of a token', () => {
    const [plants, tokens] = Object.values(tables).map(({ Properties }) => {
      return Object(Properties['Replicas'])[0].ContributorInsightsSpecification;
    });
    expect([plants, tokens]).toEqual([{ Enabled: true, Mode: 'THROTTLED_KEYS' }, undefined]);
  });

  it('deletes tokens that have expired, and no plants', () => {
    expect(tables['Plants']?.Properties).not.toHaveProperty('TimeToLiveSpecification');
    expect(tables['Tokens']?.Properties['TimeToLiveSpecification']).toEqual({
      AttributeName: 'expires',
      Enabled: true,
    });
  });
});

describe('a function', () => {
  const functions = resourcesOf('AWS::Lambda::Function');

  it('logs JSON without lines of Lambda itself and traces, on arm64, with the one Node and the one memory', () => {
    for (const { Properties } of Object.values(functions)) {
      expect(Properties).toMatchObject({
        Architectures: ['arm64'],
        Runtime: `nodejs${nodeMajor}.x`,
        MemorySize: memoryMegabytes,
        LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: 'WARN' },
        TracingConfig: { Mode: 'PassThrough' },
      });
    }
  });

  it('times out before the gateway does', () => {
    const { TimeoutInMillis } = resourceOf('AWS::ApiGatewayV2::Integration').Properties;
    expect(Number(functions['CreatePlant']?.Properties['Timeout']) * 1000).toBeLessThan(
      Number(TimeoutInMillis),
    );
    // The gateway's limit for authorizers, which is not in the template.
    expect(functions['Authorize']?.Properties['Timeout']).toBeLessThan(10);
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
    expect(granted).toEqual([
      [by, ref(aliasOf('CreatePlant')), expect.stringContaining(`{"Ref":"${api}"},"/*/*${path}"`)],
      [by, ref(aliasOf('Authorize')), expect.stringContaining(decision)],
    ]);
  });
});

it('the logs are kept for a year and after the stack, and nobody deletes them by mistake', () => {
  const groups = Object.values(resourcesOf('AWS::Logs::LogGroup'));
  expect(groups).toHaveLength(4);
  const unnamed = Object.entries(resourcesOf('AWS::Logs::LogGroup')).filter(
    ([, { Properties }]) => !('LogGroupName' in Properties),
  );
  expect(unnamed.map(([id]) => /^(?:Release)?(\w+Logs)/.exec(id)?.[1])).toEqual(
    ['CreatePlant', 'Authorize', 'Probe'].map((name) => `${name}Logs`),
  );
  const kept = Object.values(template.Resources).filter((one) => one.DeletionPolicy === 'Retain');
  const types = new Set(kept.map(({ Type }) => Type));
  expect([...types].toSorted()).toEqual(['AWS::DynamoDB::GlobalTable', 'AWS::Logs::LogGroup']);
  for (const group of groups) {
    expect(group).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: { RetentionInDays: 365, DeletionProtectionEnabled: true },
    });
  }
});

it('the outputs name the API, the tables and the probe, each with a description', () => {
  const api = idOf('AWS::ApiGatewayV2::Api');
  const described = (Value: unknown) => ({ Value, Description: expect.stringMatching(/^\w.{10}/) });
  expect(template.Outputs).toEqual({
    ApiUrl: described({ 'Fn::GetAtt': [api, 'ApiEndpoint'] }),
    ApiId: described(ref(api)),
    PlantsTableName: described(ref('Plants')),
    TokensTableName: described(ref('Tokens')),
    PlantsStreamArn: described({ 'Fn::GetAtt': ['Plants', 'StreamArn'] }),
    ProbeName: described(ref('Probe')),
  });
});

describe('the API', () => {
  const propertiesOf = (type: string) => resourceOf(`AWS::ApiGatewayV2::${type}`).Properties;

  // The tests of the service prove the rest through the local gateway, which reads the template.
  it('calls the authorizer once in five minutes for each header value', () => {
    expect(propertiesOf('Authorizer')).toMatchObject({
      IdentitySource: ['$request.header.Authorization'],
      AuthorizerResultTtlInSeconds: 300,
    });
  });

  it('serves at the root, throttled, on IPv4 and IPv6', () => {
    expect(propertiesOf('Api')).toMatchObject({ ProtocolType: 'HTTP', IpAddressType: 'dualstack' });
    expect(propertiesOf('Stage')).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 500 },
    });
    // Metrics of the only route would cost money, and be equal to those of the stage.
    expect(propertiesOf('Stage')['DefaultRouteSettings']).not.toHaveProperty(
      'DetailedMetricsEnabled',
    );
  });

  it('logs each request as one JSON object, with its client and the reason of a failure', () => {
    const { DestinationArn, Format } = Object(propertiesOf('Stage')['AccessLogSettings']);
    const id = idOf('AWS::Logs::LogGroup', 'ApiAccessLogs');
    expect(DestinationArn).toEqual({ 'Fn::GetAtt': [id, 'Arn'] });
    expect(template.Resources[String(id)]?.Properties['LogGroupName']).toEqual({
      'Fn::Join': ['', ['/aws/vendedlogs/http-apis/', ref(idOf('AWS::ApiGatewayV2::Api'))]],
    });
    // A missing value is logged as a bare -, so each value needs its quotes.
    for (const value of Object.values(JSON.parse(Format))) {
      expect(value).toMatch(/^\$context(\.\w+)+$/);
    }
  });
});
