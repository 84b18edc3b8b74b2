import { account, apiId, region } from '../place.ts';
import { type CloudFormationTemplate, isRecord, type Resource } from './cloudformation.ts';
import { TemplateError } from './template-error.ts';

export interface Scope {
  readonly template: CloudFormationTemplate;
  readonly names: ReadonlyMap<string, string>;
}

const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::AccountId': account,
  'AWS::Partition': 'aws',
  'AWS::Region': region,
  'AWS::StackId': `arn:aws:cloudformation:${region}:${account}:stack/PlantStore/local`,
  'AWS::StackName': 'PlantStore',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** What CloudFormation would put in place of Ref, Fn::GetAtt, Fn::Join and Fn::Sub. */
export function resolve(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, scope));
  if (!isRecord(value)) return value;
  const [key, argument] = Object.entries(value)[0] ?? [];
  if (key === 'Ref') return reference(String(argument), scope);
  if (key?.startsWith('Fn::')) return intrinsic(key, argument, scope);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, resolve(item, scope)]),
  );
}

function intrinsic(name: string, argument: unknown, scope: Scope): unknown {
  if (name === 'Fn::GetAtt') {
    const [id = '', attribute = ''] =
      typeof argument === 'string' ? argument.split('.', 2) : (argument as string[]);
    return attributeOf(id, attribute, scope);
  }
  if (name === 'Fn::Join') {
    const [separator, parts] = argument as [string, unknown[]];
    return (resolve(parts, scope) as unknown[]).join(separator);
  }
  if (name === 'Fn::Sub') {
    const [text, variables] = (Array.isArray(argument) ? argument : [argument, {}]) as [
      string,
      Record<string, unknown>,
    ];
    return substitute(text, variables, scope);
  }
  throw new TemplateError(`The template uses ${name}, which the local run does not support.`);
}

function substitute(text: string, variables: Record<string, unknown>, scope: Scope): string {
  return text.replace(/\$\{(!?)([^}]+)\}/g, (whole, literal: string, name: string) => {
    if (literal) return whole.replace('!', '');
    if (Object.hasOwn(variables, name)) return String(resolve(variables[name], scope));
    const [id = '', attribute] = name.split('.', 2);
    return attribute ? attributeOf(id, attribute, scope) : String(reference(id, scope));
  });
}

function reference(name: string, scope: Scope): unknown {
  const pseudo = pseudoParameters[name];
  if (pseudo) return pseudo;
  const parameter = scope.template.Parameters?.[name];
  if (parameter) {
    if (parameter.Default !== undefined) return parameter.Default;
    throw new TemplateError(`The parameter ${name} has no default, so it cannot be run locally.`);
  }
  const resource = resourceOf(name, scope);
  if (resource.Type === 'AWS::Lambda::Alias') return qualifiedArn(resource, 'Name', scope);
  if (resource.Type === 'AWS::Lambda::Version') return qualifiedArn(resource, undefined, scope);
  if (resource.Type === 'AWS::ApiGatewayV2::Api') return apiId;
  if (identifiedByLogicalId.includes(resource.Type)) return name;
  return scope.names.get(name);
}

/** Routes, integrations and authorizers are found again by their references. */
const identifiedByLogicalId = [
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Authorizer',
];

function attributeOf(id: string, attribute: string, scope: Scope): string {
  const { Type: type } = resourceOf(id, scope);
  const name = scope.names.get(id);
  switch (`${type} ${attribute}`) {
    case 'AWS::Lambda::Function Arn':
      return `arn:aws:lambda:${region}:${account}:function:${name}`;
    case 'AWS::DynamoDB::Table Arn':
    case 'AWS::DynamoDB::GlobalTable Arn':
      return `arn:aws:dynamodb:${region}:${account}:table/${name}`;
    case 'AWS::ApiGatewayV2::Api ApiId':
      return apiId;
    case 'AWS::ApiGatewayV2::Api ApiEndpoint':
      return `https://${apiId}.execute-api.${region}.amazonaws.com`;
    case 'AWS::Lambda::Version Version':
      return '1';
  }
  throw new TemplateError(
    `The template uses ${attribute} of ${id} (${type}), which the local run does not support.`,
  );
}

function qualifiedArn(resource: Resource, qualifier: string | undefined, scope: Scope): string {
  const target = String(resolve(resource.Properties?.['FunctionName'], scope));
  const arn = target.startsWith('arn:')
    ? target
    : `arn:aws:lambda:${region}:${account}:function:${target}`;
  const name = qualifier ? resolve(resource.Properties?.[qualifier], scope) : '1';
  return `${arn}:${name}`;
}

function resourceOf(id: string, scope: Scope): Resource {
  const resource = scope.template.Resources[id];
  if (!resource) throw new TemplateError(`The template refers to ${id}, which it does not define.`);
  return resource;
}
