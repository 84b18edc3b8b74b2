import { isRecord } from '../../record.ts';
import { type CloudFormationTemplate, type Resource, TemplateError } from './cloudformation.ts';
import { account, apiId, region } from './fake-account.ts';

const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': region,
  'AWS::URLSuffix': 'amazonaws.com',
};

/** What CloudFormation would put in place of Ref, Fn::GetAtt and Fn::Join. */
export function resolve(value: unknown, template: CloudFormationTemplate): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, template));
  if (!isRecord(value)) return value;
  const [key, argument] = Object.entries(value)[0] ?? [];
  if (key === 'Ref') return reference(String(argument), template);
  if (key?.startsWith('Fn::')) return intrinsic(key, argument, template);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, resolve(item, template)]),
  );
}

function intrinsic(name: string, argument: unknown, template: CloudFormationTemplate): string {
  if (name === 'Fn::GetAtt') {
    const [id = '', attribute = ''] = argument as string[];
    return attributeOf(id, attribute, template);
  }
  if (name === 'Fn::Join') {
    const [separator, parts] = argument as [string, unknown[]];
    return (resolve(parts, template) as unknown[]).join(separator);
  }
  throw new TemplateError(`The template uses ${name}, which the local run does not support.`);
}

/** The stack gives functions and tables no names, so here their logical ids are their names. */
function reference(name: string, template: CloudFormationTemplate): string {
  const pseudo = pseudoParameters[name];
  if (pseudo) return pseudo;
  const { Type: type, Properties: properties } = resourceOf(name, template);
  if (type === 'AWS::ApiGatewayV2::Api') return apiId;
  if (type !== 'AWS::Lambda::Alias') return name;
  return `${functionArn(resolve(properties?.['FunctionName'], template))}:${properties?.['Name']}`;
}

function attributeOf(id: string, attribute: string, template: CloudFormationTemplate): string {
  const { Type: type } = resourceOf(id, template);
  if (type === 'AWS::Lambda::Function' && attribute === 'Arn') return functionArn(id);
  throw new TemplateError(
    `The template uses ${attribute} of ${id} (${type}), which the local run does not support.`,
  );
}

function functionArn(name: unknown): string {
  return `arn:aws:lambda:${region}:${account}:function:${name}`;
}

function resourceOf(id: string, { Resources: resources }: CloudFormationTemplate): Resource {
  const resource = resources[id];
  if (!resource) throw new TemplateError(`The template refers to ${id}, which it does not define.`);
  return resource;
}
