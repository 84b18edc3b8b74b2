import { isRecord, Problem } from '../../../infra/base.ts';
import { account, apiId, region } from './fake-account.ts';

export type Properties = Readonly<Record<string, unknown>>;

interface Resource {
  readonly Type: string;
  readonly Properties?: Properties;
}

export interface CloudFormationTemplate {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
}

/** The template has something that the local run does not serve. The message names it in one sentence. */
export class TemplateError extends Problem {
  override readonly name = 'TemplateError';
}

export function unsupported(what: string): TemplateError {
  return new TemplateError(`${what}, which the local run does not support.`);
}

/** Replaces Ref, Fn::GetAtt and Fn::Join by their values, as CloudFormation does. */
export function evaluate(value: unknown, template: CloudFormationTemplate): unknown {
  if (Array.isArray(value)) return value.map((item) => evaluate(item, template));
  if (!isRecord(value)) return value;
  const [key, argument] = Object.entries(value)[0] ?? [];
  if (key === 'Ref') return reference(String(argument), template);
  if (key?.startsWith('Fn::')) return intrinsic(key, argument, template);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, evaluate(item, template)]),
  );
}

function intrinsic(name: string, argument: unknown, template: CloudFormationTemplate): string {
  if (name === 'Fn::Join') {
    const [separator, parts] = argument as [string, unknown[]];
    return (evaluate(parts, template) as unknown[]).join(separator);
  }
  if (name !== 'Fn::GetAtt') {
    throw unsupported(`The template uses ${name}`);
  }
  const [id = '', attribute = ''] = argument as string[];
  const { Type: type } = resourceOf(id, template);
  if (type === 'AWS::Lambda::Function' && attribute === 'Arn') return functionArn(id);
  throw unsupported(`The template uses ${attribute} of ${id} (${type})`);
}

const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': region,
  'AWS::URLSuffix': 'amazonaws.com',
};

/** The stack gives functions and tables no names, so here their logical ids are their names. */
function reference(name: string, template: CloudFormationTemplate): string {
  const pseudo = pseudoParameters[name];
  if (pseudo) return pseudo;
  const { Type: type, Properties: properties } = resourceOf(name, template);
  if (type === 'AWS::ApiGatewayV2::Api') return apiId;
  if (type !== 'AWS::Lambda::Alias') return name;
  return `${functionArn(evaluate(properties?.['FunctionName'], template))}:${properties?.['Name']}`;
}

function functionArn(name: unknown): string {
  return `arn:aws:lambda:${region}:${account}:function:${name}`;
}

function resourceOf(id: string, { Resources: resources }: CloudFormationTemplate): Resource {
  const resource = resources[id];
  if (!resource) throw new TemplateError(`The template refers to ${id}, which it does not define.`);
  return resource;
}
