import { isRecord } from '../../../infra/base.ts';
import { type Properties, TemplateError, unsupported } from './cloudformation.ts';
import type { ServedResource } from './resources.ts';

export interface Throttle {
  readonly rate: number;
  readonly burst: number;
}

interface Integration {
  readonly functionName: string;
  readonly timeoutMilliseconds: number;
}

export interface Route extends Integration {
  /** `POST /plants`: one method and one path. */
  readonly key: string;
  readonly authorizer?: string;
}

export interface Authorizer {
  readonly functionName: string;
  /** The header that it judges, in lower case. */
  readonly identityHeader: string;
  readonly cacheSeconds: number;
  /** Without it, API Gateway's own limit. */
  readonly timeoutMilliseconds?: number;
}

/** The throttle of a stage. Without it, only the account's own limits apply. A laptop does not reach them. */
export function readThrottle(stage: ServedResource): Throttle | undefined {
  expectValues(stage, { StageName: '$default' });
  const settings = stage.properties['DefaultRouteSettings'];
  if (!isRecord(settings) || settings['ThrottlingRateLimit'] === undefined) return undefined;
  const rate = Number(settings['ThrottlingRateLimit']);
  return { rate, burst: Number(settings['ThrottlingBurstLimit'] ?? rate) };
}

export function readRoute(
  { properties }: ServedResource,
  integrations: ReadonlyMap<string, Integration>,
): Route {
  const { AuthorizationType: type = 'NONE', AuthorizerId: authorizer } = properties;
  const key = String(properties['RouteKey']);
  if (key === '$default' || key.startsWith('ANY ') || key.includes('{')) {
    throw unsupported(`The route ${key} takes more than one method or path`);
  }
  if (type !== 'NONE' && type !== 'CUSTOM') {
    throw unsupported(`The route ${key} uses ${type} authorization`);
  }
  const integration = integrations.get(String(properties['Target']).replace('integrations/', ''));
  if (!integration) throw new TemplateError(`The route ${key} has no integration in the template.`);
  return { key, ...integration, ...(type === 'CUSTOM' && { authorizer: String(authorizer) }) };
}

const gatewayTimeout = 30_000;

export function readIntegration(integration: ServedResource): Integration {
  expectValues(integration, { IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
  const { IntegrationUri: uri, TimeoutInMillis: timeout = gatewayTimeout } = integration.properties;
  return { functionName: functionNameIn(uri), timeoutMilliseconds: Number(timeout) };
}

export function readAuthorizer(authorizer: ServedResource): Authorizer {
  expectValues(authorizer, {
    AuthorizerType: 'REQUEST',
    AuthorizerPayloadFormatVersion: '2.0',
    EnableSimpleResponses: true,
  });
  const {
    AuthorizerUri: uri,
    IdentitySource: source,
    // CloudFormation's default.
    AuthorizerResultTtlInSeconds: seconds = 300,
  } = authorizer.properties;
  const [, header] = /^\$request\.header\.([^\s,]+)$/.exec(String(source)) ?? [];
  if (!header) throw unsupported(`${authorizer.id} reads its identity from ${source}`);
  return {
    functionName: functionNameIn(uri),
    identityHeader: header.toLowerCase(),
    cacheSeconds: Number(seconds),
  };
}

/** Refuses each other value, because it would change what is served. */
function expectValues({ id, properties }: ServedResource, served: Properties): void {
  for (const [name, value] of Object.entries(served)) {
    if (properties[name] === value) continue;
    throw unsupported(`${id} sets ${name} to ${JSON.stringify(properties[name])}`);
  }
}

/** The function behind its ARN, its alias's ARN, or an API Gateway URI around either. */
function functionNameIn(uri: unknown): string {
  const name = /:function:([\w-]+)/.exec(String(uri))?.[1];
  if (name) return name;
  throw new TemplateError(`${String(uri)} is not a Lambda function.`);
}
