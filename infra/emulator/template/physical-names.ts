import type { Resource } from './cloudformation.ts';

/** People type `CreatePlant`, not `CreatePlant6D70E3D7`: the construct's own name, where that is unambiguous. */
export function physicalNames(resources: Readonly<Record<string, Resource>>): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Map<string, number>();
  for (const [logicalId, resource] of Object.entries(resources)) {
    const name = constructName(resource) ?? logicalId;
    names.set(logicalId, name);
    taken.set(`${resource.Type} ${name}`, (taken.get(`${resource.Type} ${name}`) ?? 0) + 1);
  }
  for (const [logicalId, name] of names) {
    const type = resources[logicalId]?.Type;
    if ((taken.get(`${type} ${name}`) ?? 0) > 1) names.set(logicalId, logicalId);
  }
  return names;
}

const nameProperties: Readonly<Record<string, string>> = {
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::DynamoDB::GlobalTable': 'TableName',
};

function constructName(resource: Resource): string | undefined {
  const given = resource.Properties?.[nameProperties[resource.Type] ?? ''];
  if (typeof given === 'string') return given;
  const path = resource.Metadata?.['aws:cdk:path'];
  if (typeof path !== 'string') return undefined;
  return path
    .replace(/\/Resource$/, '')
    .split('/')
    .at(-1);
}
