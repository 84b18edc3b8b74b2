import { describe, expect, it } from 'vitest';
import { aliasOf, resourceOf, resourcesOf, template } from '../../synthesized.ts';

function arnOf(id: string) {
  return { 'Fn::GetAtt': [id, 'Arn'] };
}
function ref(id: unknown) {
  return { Ref: id };
}
function idOf(type: string, start: string) {
  return Object.keys(resourcesOf(type)).find((id) => id.startsWith(start));
}
function logsOf(fn: string) {
  return idOf('AWS::Logs::LogGroup', `${fn}Logs`) ?? '';
}

describe("a function's role", () => {
  // release.test.ts and probe.test.ts test the others.
  const ofFunctions = ([id]: [string, unknown]) => !/^(Release|Probe)/.test(id);
  const mayOnly = (fn: string, action: string, table: string) => ({
    PolicyName: idOf('AWS::IAM::Policy', fn),
    Roles: [ref(idOf('AWS::IAM::Role', fn))],
    PolicyDocument: {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
          Resource: arnOf(logsOf(fn)),
        },
        {
          // X-Ray has no resources, so this is the only wildcard.
          Effect: 'Allow',
          Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
          Resource: '*',
        },
        { Effect: 'Allow', Action: action, Resource: arnOf(table) },
      ],
    },
  });

  it('has permission for one action on one table, to log and to trace', () => {
    const policies = Object.entries(resourcesOf('AWS::IAM::Policy')).filter(ofFunctions);
    expect(policies.map(([, { Properties }]) => Properties)).toEqual([
      mayOnly('CreatePlant', 'dynamodb:PutItem', 'Plants'),
      mayOnly('Authorize', 'dynamodb:GetItem', 'Tokens'),
    ]);
  });

  it('has neither managed nor inline policies, and only Lambda can assume it', () => {
    const roles = Object.entries(resourcesOf('AWS::IAM::Role')).filter(ofFunctions);
    expect(roles).toHaveLength(2);
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

  it('has the key and the time to live that the functions rely on', () => {
    expect(tables['Plants']?.Properties).toMatchObject({
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
    });
    expect(tables['Plants']?.Properties).not.toHaveProperty('TimeToLiveSpecification');
    expect(tables['Tokens']?.Properties).toMatchObject({
      KeySchema: [{ AttributeName: 'digest', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'digest', AttributeType: 'S' }],
      TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
    });
  });
});

describe('a function', () => {
  const functions = resourcesOf('AWS::Lambda::Function');

  it.each([
    { fn: 'CreatePlant', table: { PLANTS_TABLE_NAME: ref('Plants') }, seconds: 10 },
    { fn: 'Authorize', table: { TOKENS_TABLE_NAME: ref('Tokens') }, seconds: 5 },
  ])('$fn has its own role, logs and table, and the defaults of all', ({ fn, table, seconds }) => {
    expect(functions[fn]?.Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      Architectures: ['arm64'],
      Role: arnOf(idOf('AWS::IAM::Role', fn) ?? ''),
      LoggingConfig: { LogFormat: 'JSON', LogGroup: ref(logsOf(fn)) },
      TracingConfig: { Mode: 'Active' },
      Timeout: seconds,
    });
    expect(functions[fn]?.Properties['Environment']).toEqual({
      Variables: {
        ...table,
        AWS_ENDPOINT_URL_DYNAMODB: {
          'Fn::Join': ['', ['https://dynamodb.', ref('AWS::Region'), '.', ref('AWS::URLSuffix')]],
        },
      },
    });
  });

  it('is one of the two, or tests them before a release', () => {
    expect(Object.keys(functions)).toEqual(['CreatePlant', 'Authorize', 'Probe', 'VerifyRelease']);
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
    const permissions = Object.values(resourcesOf('AWS::Lambda::Permission'));
    const granted = permissions.map(({ Properties }) => ({
      to: Properties['Principal'],
      of: Properties['FunctionName'],
      by: JSON.stringify(Properties['SourceArn']),
    }));
    const api = idOf('AWS::ApiGatewayV2::Api', '');
    const authorizer = idOf('AWS::ApiGatewayV2::Authorizer', '');
    expect(granted).toEqual([
      {
        to: 'apigateway.amazonaws.com',
        of: ref(aliasOf('CreatePlant')),
        by: expect.stringContaining(`{"Ref":"${api}"},"/*/*/plants"`),
      },
      {
        to: 'apigateway.amazonaws.com',
        of: ref(aliasOf('Authorize')),
        by: expect.stringContaining(`{"Ref":"${api}"},"/authorizers/",{"Ref":"${authorizer}"}`),
      },
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
