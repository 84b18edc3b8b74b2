import { isRecord, onlyProperties, type Resource } from './cloudformation.ts';
import { functionNameIn } from './function-arn.ts';
import { resolve, type Scope } from './intrinsics.ts';
import { TemplateError } from './template-error.ts';

export interface Route {
  /** `POST /plants` or `$default` */
  readonly key: string;
  readonly functionName: string;
  readonly authorizer?: string;
  readonly timeoutMilliseconds: number;
}

const gatewayTimeout = 30_000;

export function readRoute(resource: Resource, scope: Scope): Route {
  const properties = resource.Properties ?? {};
  const key = String(resolve(properties['RouteKey'], scope));
  onlyProperties(
    `The route ${key}`,
    properties,
    ['AuthorizationType', 'AuthorizerId', 'RouteKey', 'Target'],
    ['ApiId', 'OperationName'],
  );
  const type = properties['AuthorizationType'] ?? 'NONE';
  if (type !== 'NONE' && type !== 'CUSTOM') {
    throw new TemplateError(
      `The route ${key} uses ${type} authorization, which the local run does not support.`,
    );
  }
  const target = String(resolve(properties['Target'], scope)).replace(/^integrations\//, '');
  const integration = readIntegration(target, key, scope);
  return {
    key,
    ...integration,
    ...(type === 'CUSTOM' && { authorizer: String(resolve(properties['AuthorizerId'], scope)) }),
  };
}

function readIntegration(id: string, route: string, scope: Scope) {
  const resource = scope.template.Resources[id];
  if (resource?.Type !== 'AWS::ApiGatewayV2::Integration' || !isRecord(resource.Properties)) {
    throw new TemplateError(`The route ${route} has no integration in the template.`);
  }
  const properties = resource.Properties;
  onlyProperties(
    id,
    properties,
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
    functionName: functionNameIn(resolve(properties['IntegrationUri'], scope), id),
    timeoutMilliseconds: Number(resolve(properties['TimeoutInMillis'] ?? gatewayTimeout, scope)),
  };
}
