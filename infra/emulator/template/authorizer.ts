import { onlyProperties, type Resource } from './cloudformation.ts';
import { functionNameIn } from './function-arn.ts';
import { resolve, type Scope } from './intrinsics.ts';
import { TemplateError } from './template-error.ts';

interface IdentitySource {
  readonly from: 'header' | 'querystring';
  readonly name: string;
}

export interface Authorizer {
  readonly name: string;
  readonly functionName: string;
  readonly identitySources: readonly IdentitySource[];
  readonly cacheSeconds: number;
}

const served = [
  'AuthorizerPayloadFormatVersion',
  'AuthorizerResultTtlInSeconds',
  'AuthorizerType',
  'AuthorizerUri',
  'EnableSimpleResponses',
  'IdentitySource',
];

export function readAuthorizer(id: string, resource: Resource, scope: Scope): Authorizer {
  const properties = resource.Properties ?? {};
  onlyProperties(id, properties, served, ['ApiId', 'Name', 'AuthorizerCredentialsArn']);
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
  const sources = (resolve(properties['IdentitySource'] ?? [], scope) as string[]).map((source) =>
    identitySource(id, source),
  );
  return {
    name: id,
    functionName: functionNameIn(resolve(properties['AuthorizerUri'], scope), id),
    identitySources: sources,
    // CloudFormation's default; without an identity source there is nothing to key a cache by.
    cacheSeconds: sources.length
      ? Number(resolve(properties['AuthorizerResultTtlInSeconds'] ?? 300, scope))
      : 0,
  };
}

function identitySource(id: string, text: string): IdentitySource {
  const [, from, name] = /^\$request\.(header|querystring)\.(.+)$/.exec(text) ?? [];
  if (!from || !name) {
    throw new TemplateError(
      `${id} reads its identity from ${text}, which the local run does not support.`,
    );
  }
  return from === 'header' ? { from, name: name.toLowerCase() } : { from: 'querystring', name };
}
