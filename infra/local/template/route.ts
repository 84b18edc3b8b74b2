import { isRecord } from '../../record.ts';
import {
  type CloudFormationTemplate,
  functionNameIn,
  onlyProperties,
  type Resource,
  TemplateError,
} from './cloudformation.ts';
import { resolve } from './intrinsics.ts';

export interface Route {
  /** `POST /plants`: one method and one path. `{id}` in it matches any segment. */
  readonly key: string;
  readonly functionName: string;
  readonly authorizer?: string;
  readonly timeoutMilliseconds: number;
}

const gatewayTimeout = 30_000;

export function readRoute(resource: Resource, template: CloudFormationTemplate): Route {
  const properties = resource.Properties ?? {};
  const key = String(resolve(properties['RouteKey'], template));
  onlyProperties(
    `The route ${key}`,
    properties,
    ['AuthorizationType', 'AuthorizerId', 'RouteKey', 'Target'],
    ['ApiId', 'OperationName'],
  );
  if (key === '$default' || key.startsWith('ANY ') || key.includes('+}')) {
    throw new TemplateError(
      `The route ${key} takes any method or any path, which the local run does not support.`,
    );
  }
  const type = properties['AuthorizationType'] ?? 'NONE';
  if (type !== 'NONE' && type !== 'CUSTOM') {
    throw new TemplateError(
      `The route ${key} uses ${type} authorization, which the local run does not support.`,
    );
  }
  const target = String(resolve(properties['Target'], template)).replace(/^integrations\//, '');
  const integration = readIntegration(target, key, template);
  return {
    key,
    ...integration,
    ...(type === 'CUSTOM' && { authorizer: String(resolve(properties['AuthorizerId'], template)) }),
  };
}

function readIntegration(id: string, route: string, template: CloudFormationTemplate) {
  const resource = template.Resources[id];
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
    functionName: functionNameIn(resolve(properties['IntegrationUri'], template), id),
    timeoutMilliseconds: Number(resolve(properties['TimeoutInMillis'] ?? gatewayTimeout, template)),
  };
}
