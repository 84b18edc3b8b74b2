import { isRecord } from '../../../infra/base.ts';
import { TemplateError, unsupported } from './cloudformation.ts';
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
  /** `POST /plants`: one method and one path. `{id}` in it matches any segment. */
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
export function readThrottle({ properties }: ServedResource): Throttle | undefined {
  const { DefaultRouteSettings: settings, StageName: name } = properties;
  if (name !== '$default') {
    throw new TemplateError(
      `The stage ${String(name)} is not $default, the only one that runs locally.`,
    );
  }
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
  if (key === '$default' || key.startsWith('ANY ') || key.includes('+}')) {
    throw unsupported(`The route ${key} takes any method or any path`);
  }
  if (type !== 'NONE' && type !== 'CUSTOM') {
    throw unsupported(`The route ${key} uses ${type} authorization`);
  }
  const [, id = ''] = /^integrations\/(.*)$/.exec(String(properties['Target'])) ?? [];
  const integration = integrations.get(id);
  if (!integration) {
    throw new TemplateError(`The route ${key} has no integration in the template.`);
  }
  return { key, ...integration, ...(type === 'CUSTOM' && { authorizer: String(authorizer) }) };
}

const gatewayTimeout = 30_000;

export function readIntegration({ id, properties }: ServedResource): Integration {
  const { IntegrationType: type, PayloadFormatVersion: version } = properties;
  if (type !== 'AWS_PROXY' || version !== '2.0') {
    throw new TemplateError(
      `${id} is not a Lambda proxy integration with payload 2.0, the only kind that runs locally.`,
    );
  }
  return {
    functionName: functionNameIn(properties['IntegrationUri'], id),
    timeoutMilliseconds: Number(properties['TimeoutInMillis'] ?? gatewayTimeout),
  };
}

export function readAuthorizer({ id, properties }: ServedResource): Authorizer {
  const { AuthorizerType: type, AuthorizerPayloadFormatVersion: version } = properties;
  if (type !== 'REQUEST') {
    throw new TemplateError(
      `${id} is an authorizer of type ${type}; only REQUEST, a Lambda authorizer, runs locally.`,
    );
  }
  if (version !== '2.0' || properties['EnableSimpleResponses'] !== true) {
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
  if (name) return name;
  throw new TemplateError(`${where} points at ${String(uri)}, which is not a Lambda function.`);
}
