import { type CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { Problem } from '../../../infra/project/problem.ts';

interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

/** What CloudFormation has made the stage from. The clone can have another template. */
export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
}

export async function askTemplate(client: CloudFormationClient, stack: string): Promise<Template> {
  const { TemplateBody } = await client.send(new GetTemplateCommand({ StackName: stack }));
  try {
    const template = JSON.parse(`${TemplateBody}`);
    if (typeof template.Resources === 'object') return template;
  } catch {
    // A text in another format was not deployed by the CDK.
  }
  throw new Problem(`The template of ${stack} is not that of a deploy of this service.`);
}

export function resourcesOf(template: Template, type: string): [string, Resource][] {
  return Object.entries(template.Resources).filter(([, { Type }]) => Type === type);
}

/** The name of the stage and of the service: each function has them as tags. */
export function tagOf(template: Template, key: 'stage' | 'service'): string | undefined {
  for (const [, { Properties }] of resourcesOf(template, 'AWS::Lambda::Function')) {
    const tags = (Properties?.['Tags'] ?? []) as { Key?: string; Value?: string }[];
    const tag = tags.find(({ Key }) => Key === key);
    if (tag?.Value !== undefined) return tag.Value;
  }
  return undefined;
}

/** The logical ids that a value refers to, by Ref or Fn::GetAtt, at any depth. */
export function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'Ref') return [`${inner}`];
    if (key === 'Fn::GetAtt') return [String(Array.isArray(inner) ? inner[0] : inner)];
    return referencesIn(inner);
  });
}

/** A function that clients wait for. */
export interface LiveFunction {
  /** Its logical id, for example `Authorize`. */
  readonly name: string;
  /** The logical id of the alias that names the version for clients. */
  readonly alias: string;
  /** What it serves, for example `POST /path`. */
  readonly routes: readonly string[];
  /** Whether the gateway asks it before a request. */
  readonly authorizes: boolean;
}

/** The functions with an alias, in the order of the template. */
export function liveFunctions(template: Template): LiveFunction[] {
  const following = (value: unknown, type: string) =>
    referencesIn(value).filter((id) => template.Resources[id]?.Type === type);
  return resourcesOf(template, 'AWS::Lambda::Alias').flatMap(([alias, { Properties }]) => {
    const [name] = following(Properties?.['FunctionName'], 'AWS::Lambda::Function');
    if (name === undefined) return [];
    const startedBy = (resource: Resource | undefined) =>
      referencesIn(resource?.Properties).includes(alias);
    const routes = resourcesOf(template, 'AWS::ApiGatewayV2::Route').filter(([, route]) =>
      following(route.Properties?.['Target'], 'AWS::ApiGatewayV2::Integration').some((id) =>
        startedBy(template.Resources[id]),
      ),
    );
    const authorizers = resourcesOf(template, 'AWS::ApiGatewayV2::Authorizer');
    return {
      name,
      alias,
      routes: routes.map(([, { Properties }]) => `${Properties?.['RouteKey']}`),
      authorizes: authorizers.some(([, authorizer]) => startedBy(authorizer)),
    };
  });
}
