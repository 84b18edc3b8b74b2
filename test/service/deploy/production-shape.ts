import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}

export type Resources = Readonly<Record<string, Resource>>;

/** MiniStack has no such types, and no alarm that is computed of several metrics. */
function isRefused({ Type, Properties }: Resource): boolean {
  const unknown = /^AWS::(CodeDeploy::|CloudWatch::CompositeAlarm|Logs::QueryDefinition)/;
  return unknown.test(Type) || (Type === 'AWS::CloudWatch::Alarm' && 'Metrics' in Properties);
}

/** Leaves out of a template what MiniStack refuses, and replaces what it would replace in the next one. */
export function adaptTemplate(file: string, next: Resources = {}): Resources {
  const template = JSON.parse(readFileSync(file, 'utf8'));
  const all = Object.entries<Resource>(template.Resources);
  const refused = all.filter(([, resource]) => isRefused(resource));
  const ids = refused.map(([id]) => id);
  const text = JSON.stringify(template, (key, value) => {
    if (ids.includes(key)) return undefined;
    if (isChangedTable(value, next[key])) {
      console.log(`with the next ${key}, because MiniStack replaces a table at any change`);
      return next[key];
    }
    const id = value?.Ref ?? value?.['Fn::GetAtt']?.[0];
    return ids.includes(id) ? id : value;
  });
  writeFileSync(file, text);
  const types = Object.groupBy(refused, ([, { Type }]) => Type);
  for (const [type, some] of Object.entries(types)) console.log(`without ${some?.length} ${type}`);
  console.log('with their names where the rest refers to them');
  return JSON.parse(text).Resources;
}

/** Is it a table that AWS would change in place? */
function isChangedTable(old: Resource, next: Resource | undefined): boolean {
  if (old?.Type !== 'AWS::DynamoDB::GlobalTable' || !next) return false;
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-globaltable.html
  const replacing = ['TableName', 'KeySchema', 'AttributeDefinitions'];
  const isKept = (name: string) => isDeepStrictEqual(old.Properties[name], next.Properties[name]);
  return replacing.every(isKept) && !isDeepStrictEqual(old, next);
}
