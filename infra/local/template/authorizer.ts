import {
  type CloudFormationTemplate,
  functionNameIn,
  onlyProperties,
  type Resource,
  TemplateError,
} from './cloudformation.ts';
import { resolve } from './intrinsics.ts';

export interface Authorizer {
  readonly name: string;
  readonly functionName: string;
  /** The header that it judges, in lower case. */
  readonly identityHeader: string;
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

export function readAuthorizer(
  id: string,
  resource: Resource,
  template: CloudFormationTemplate,
): Authorizer {
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
  return {
    name: id,
    functionName: functionNameIn(resolve(properties['AuthorizerUri'], template), id),
    identityHeader: identityHeader(id, properties['IdentitySource'] ?? []),
    // CloudFormation's default.
    cacheSeconds: Number(resolve(properties['AuthorizerResultTtlInSeconds'] ?? 300, template)),
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
