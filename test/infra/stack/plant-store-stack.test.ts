import { describe, expect, it } from 'vitest';
import { aliasOf, resourceOf, resourcesOf, template } from '../../synthesized.ts';

function ref(id: unknown) {
  return { Ref: id };
}
function idOf(type: string, start: string) {
  return Object.keys(resourcesOf(type)).find((id) => id.startsWith(start));
}

describe("a function's role", () => {
  // release.test.ts and probe.test.ts test the others. iam.test.ts compares the permissions with the calls.
  const ofFunctions = ([id]: [string, unknown]) => !/^(Release|Probe)/.test(id);
  it('has neither managed nor inline policies, and only Lambda can assume it', () => {
    const roles = Object.entries(resourcesOf('AWS::IAM::Role')).filter(ofFunctions);
    for (const [, { Properties }] of roles) {
      expect(Object.keys(Properties)).toEqual(['AssumeRolePolicyDocument', 'Description']);
      expect(Properties['AssumeRolePolicyDocument']).toMatchObject({
        Statement: [
          {
            Effect: 'Allow',
            Action: 'sts:AssumeRole',
            Principal: { Service: 'lambda.amazonaws.com' },
          },
        ],
      });
    }
  });
});

// regions.test.ts has the protection of each replica.
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
          // There before the first replica: CloudFormation cannot promise to add both at once.
          StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        },
      });
    }
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

  it.each(Object.keys(functions))('%s runs on the current Node, logs JSON and is traced', (fn) => {
    expect(functions[fn]?.Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      LoggingConfig: { LogFormat: 'JSON' },
      TracingConfig: { Mode: 'Active' },
    });
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
    const [api, authorizer] = ['Api', 'Authorizer'].map((type) =>
      idOf(`AWS::ApiGatewayV2::${type}`, ''),
    );
    const granted = Object.values(resourcesOf('AWS::Lambda::Permission')).map(({ Properties }) => [
      Properties['Principal'],
      Properties['FunctionName'],
      JSON.stringify(Properties['SourceArn']),
    ]);
    const by = 'apigateway.amazonaws.com';
    const [route, decision] = [
      `{"Ref":"${api}"},"/*/*/plants"`,
      `{"Ref":"${api}"},"/authorizers/",{"Ref":"${authorizer}"}`,
    ];
    expect(granted).toEqual([
      [by, ref(aliasOf('CreatePlant')), expect.stringContaining(String(route))],
      [by, ref(aliasOf('Authorize')), expect.stringContaining(String(decision))],
    ]);
  });
});

describe('the logs', () => {
  it('are kept for a year and after the stack, and nobody deletes them by mistake', () => {
    const groups = Object.values(resourcesOf('AWS::Logs::LogGroup'));
    expect(groups).toHaveLength(5);
    for (const group of groups) {
      expect(group).toMatchObject({
        DeletionPolicy: 'Retain',
        UpdateReplacePolicy: 'Retain',
        Properties: { RetentionInDays: 365, DeletionProtectionEnabled: true },
      });
    }
  });
});

describe('the outputs', () => {
  it('name the API and the tables, each with a description', () => {
    const api = idOf('AWS::ApiGatewayV2::Api', '');
    const values = Object.entries(template.Outputs).map(([name, { Value }]) => [name, Value]);
    expect(Object.fromEntries(values)).toEqual({
      ApiUrl: { 'Fn::GetAtt': [api, 'ApiEndpoint'] },
      ApiId: ref(api),
      PlantsTableName: ref('Plants'),
      TokensTableName: ref('Tokens'),
      ProbeName: ref('Probe'),
    });
    for (const { Description } of Object.values(template.Outputs)) {
      expect(Description).toMatch(/^\w.{10}/);
    }
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
      'Fn::Join': ['', ['/aws/vendedlogs/http-apis/', ref(idOf('AWS::ApiGatewayV2::Api', ''))]],
    });
    // A missing value is logged as a bare -, so each value needs its quotes.
    for (const value of Object.values(JSON.parse(Format))) {
      expect(value).toMatch(/^\$context(\.\w+)+$/);
    }
  });
});
