import {
  type CloudFormationTemplate,
  evaluate,
  type Properties,
  TemplateError,
  unsupported,
} from './cloudformation.ts';

/** A resource that changes the answer to a request. */
export interface ServedResource {
  readonly id: string;
  readonly properties: Properties;
}

/** Types with the properties that are served, and then those that change no answer to a request. */
const servedTypes = {
  'ApiGatewayV2::Api': [
    'ProtocolType',
    'Description DisableExecuteApiEndpoint IpAddressType Name RouteSelectionExpression Tags',
  ],
  'ApiGatewayV2::Authorizer': [
    `AuthorizerPayloadFormatVersion AuthorizerResultTtlInSeconds AuthorizerType AuthorizerUri
    EnableSimpleResponses IdentitySource`,
    'ApiId AuthorizerCredentialsArn Name',
  ],
  'ApiGatewayV2::Integration': [
    'IntegrationType IntegrationUri PayloadFormatVersion TimeoutInMillis',
    'ApiId ConnectionType CredentialsArn Description IntegrationMethod',
  ],
  'ApiGatewayV2::Route': ['AuthorizationType AuthorizerId RouteKey Target', 'ApiId OperationName'],
  'ApiGatewayV2::Stage': [
    'DefaultRouteSettings StageName',
    'AccessLogSettings ApiId AutoDeploy Description Tags',
  ],
  // DynamoDB can take days to delete an item after its time to live, so no code may rely on it.
  'DynamoDB::GlobalTable': [
    'AttributeDefinitions KeySchema',
    `BillingMode GlobalTableSettingsReplicationMode MultiRegionConsistency Replicas SSESpecification
    StreamSpecification TimeToLiveSpecification WarmThroughput WriteOnDemandThroughputSettings
    WriteProvisionedThroughputSettings`,
  ],
  // The code is the folder that synth wrote. Its place in AWS has no effect.
  'Lambda::Function': [
    'Environment Handler LoggingConfig MemorySize Runtime Timeout',
    `Architectures Code Description KmsKeyArn RecursiveLoop ReservedConcurrentExecutions Role
    RuntimeManagementConfig Tags TracingConfig`,
  ],
} as const;

type ServedType = keyof typeof servedTypes;

/** Services for rights, monitoring, alerts and releases. Their resources change no answer to a request. */
const servicesWithoutEffect = `ApplicationInsights ApplicationSignals Budgets CDK CloudWatch CodeDeploy
  IAM KMS Logs ResourceGroups SNS SSM Scheduler XRay`;

/** A reference to an alias is one to its function. */
const typesWithoutEffect =
  'Lambda::Alias Lambda::EventInvokeConfig Lambda::Permission Lambda::Version';

/** Refuses each type and each property outside these lists, so that nothing is silently left out. */
export function readResources(template: CloudFormationTemplate) {
  const found = new Map<string, ServedResource[]>();
  for (const [id, { Type, Properties: properties = {} }] of Object.entries(template.Resources)) {
    const [, type = '', service = ''] = /^AWS::((\w+)::\w+)$/.exec(Type) ?? [];
    const [served, withoutEffect] = servedTypes[type as ServedType] ?? [];
    if (served === undefined) {
      if (isIn(typesWithoutEffect, type) || isIn(servicesWithoutEffect, service)) continue;
      throw unsupported(`${id} is an ${Type}`);
    }
    const { RouteKey: key } = properties;
    for (const name of Object.keys(properties)) {
      if (isIn(served, name) || isIn(withoutEffect, name)) continue;
      throw unsupported(`${key === undefined ? id : `The route ${key}`} sets ${name}`);
    }
    const resolved = Object.entries(properties)
      .filter(([name]) => isIn(served, name))
      .map(([name, value]) => [name, evaluate(value, template)] as const);
    const resource = { id, properties: Object.fromEntries(resolved) };
    found.set(type, [...(found.get(type) ?? []), resource]);
  }
  const ofType = (type: ServedType) => found.get(type) ?? [];
  return {
    ofType,
    theOnly(type: ServedType): ServedResource {
      const [one, ...others] = ofType(type);
      if (one && others.length === 0) return one;
      throw new TemplateError('The template has to define one HTTP API with one stage.');
    },
  };
}

function isIn(names: string, name: string): boolean {
  return names.split(/\s+/).includes(name);
}
