import { isRecord } from '../../record.ts';
import {
  type CloudFormationTemplate,
  type Resource,
  readProperties,
  TemplateError,
} from './cloudformation.ts';

export interface Throttle {
  readonly rate: number;
  readonly burst: number;
}

export interface Route {
  /** `POST /plants`: one method and one path. `{id}` in it matches any segment. */
  readonly key: string;
  readonly functionName: string;
  readonly authorizer?: string;
  readonly timeoutMilliseconds: number;
}

export interface Authorizer {
  readonly functionName: string;
  /** The header that it judges, in lower case. */
  readonly identityHeader: string;
  readonly cacheSeconds: number;
}

/** The throttle of a stage. Without it, only the account's own limits apply. A laptop does not reach them. */
export function readThrottle(
  id: string,
  resource: Resource,
  template: CloudFormationTemplate,
): Throttle | undefined {
  const { DefaultRouteSettings: settings, StageName: name } = readProperties(
    id,
    resource,
    template,
    ['DefaultRouteSettings', 'StageName'],
    ['AccessLogSettings', 'ApiId', 'AutoDeploy', 'Description', 'Tags'],
  );
  if (name !== '$default') {
    throw new TemplateError(
      `The stage ${String(name)} is not $default, the only one that runs locally.`,
    );
  }
  if (!isRecord(settings) || settings['ThrottlingRateLimit'] === undefined) return undefined;
  const rate = Number(settings['ThrottlingRateLimit']);
  return { rate, burst: Number(settings['ThrottlingBurstLimit'] ?? rate) };
}

export function readRoute(resource: Resource, template: CloudFormationTemplate): Route {
  const key = String(resource.Properties?.['RouteKey']);
  const {
    AuthorizationType: type = 'NONE',
    AuthorizerId: authorizer,
    Target: target,
  } = readProperties(
    `The route ${key}`,
    resource,
    template,
    ['AuthorizationType', 'AuthorizerId', 'RouteKey', 'Target'],
    ['ApiId', 'OperationName'],
  );
  if (key === '$default' || key.startsWith('ANY ') || key.includes('+}')) {
    throw new TemplateError(
      `The route ${key} takes any method or any path, which the local run does not support.`,
    );
  }
  if (type !== 'NONE' && type !== 'CUSTOM') {
    throw new TemplateError(
      `The route ${key} uses ${type} authorization, which the local run does not support.`,
    );
  }
  const id = String(target).replace(/^integrations\//, '');
  const integration = template.Resources[id];
  if (integration?.Type !== 'AWS::ApiGatewayV2::Integration') {
    throw new TemplateError(`The route ${key} has no integration in the template.`);
  }
  return {
    key,
    ...readIntegration(id, integration, template),
    ...(type === 'CUSTOM' && { authorizer: String(authorizer) }),
  };
}

const gatewayTimeout = 30_000;

function readIntegration(id: string, resource: Resource, template: CloudFormationTemplate) {
  const properties = readProperties(
    id,
    resource,
    template,
    ['IntegrationType', 'IntegrationUri', 'PayloadFormatVersion', 'TimeoutInMillis'],
    ['ApiId', 'ConnectionType', 'CredentialsArn', 'Description', 'IntegrationMethod'],
  );
  if (
    properties['IntegrationType'] !== 'AWS_PROXY' ||
    properties['PayloadFormatVersion'] !== '2.0'
  ) {
    throw new TemplateError(
      `${id} is not a Lambda proxy integration with payload 2.0, the only kind that runs locally.`,
    );
  }
  return {
    functionName: functionNameIn(properties['IntegrationUri'], id),
    timeoutMilliseconds: Number(properties['TimeoutInMillis'] ?? gatewayTimeout),
  };
}

export function readAuthorizer(
  id: string,
  resource: Resource,
  template: CloudFormationTemplate,
): Authorizer {
  const properties = readProperties(
    id,
    resource,
    template,
    [
      'AuthorizerPayloadFormatVersion',
      'AuthorizerResultTtlInSeconds',
      'AuthorizerType',
      'AuthorizerUri',
      'EnableSimpleResponses',
      'IdentitySource',
    ],
    ['ApiId', 'Name', 'AuthorizerCredentialsArn'],
  );
  if (properties['AuthorizerType'] !== 'REQUEST') {
    throw new TemplateError(
      `${id} is an authorizer of type ${properties['AuthorizerType']}; only REQUEST, a Lambda authorizer, runs locally.`,
    );
  }
  if (
    properties['AuthorizerPayloadFormatVersion'] !== '2.0' ||
    properties['EnableSimpleResponses'] !== true
  ) {
    throw new TemplateError(
      `${id} does not use simple responses with payload 2.0, the only kind that runs locally.`,
    );
  }
  return {
    functionName: functionNameIn(properties['AuthorizerUri'], id),
    identityHeader: identityHeader(id, properties['IdentitySource'] ?? []),
    // CloudFormation's default.
    cacheSeconds: Number(properties['AuthorizerResultTtlInSeconds'] ?? 300),
  };
}

function identityHeader(id: string, sources: unknown): string {
  const text = (sources as string[]).join(', ');
  const [, header] = /^\$request\.header\.([^\s,]+)$/.exec(text) ?? [];
  if (header) return header.toLowerCase();
  throw new TemplateError(
    `${id} reads its identity from ${text || 'nothing'}; only one header, as $request.header.Name, runs locally.`,
  );
}

/** The function behind its ARN, its alias's ARN, or an API Gateway URI around either. */
function functionNameIn(uri: unknown, where: string): string {
  const name = /:function:([\w-]+)/.exec(String(uri))?.[1];
  if (!name) {
    throw new TemplateError(`${where} points at ${String(uri)}, which is no Lambda function.`);
  }
  return name;
}
