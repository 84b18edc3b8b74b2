import type { Template } from '../../../../test/setup/synthesized.ts';
import { attributeOf, type Place, physicalIdOf } from './aws-names.ts';

// What CloudFormation makes of a template.

/** A resource as it is on AWS now. Its properties have the form of the template. */
export interface Deployed {
  readonly logicalId: string;
  readonly type: string;
  readonly physicalId: string;
  // biome-ignore lint/suspicious/noExplicitAny: each type has other properties, and a test may break each of them.
  properties: any;
}

/** The resources with the names that AWS gave to them, and with their properties without references. */
export function deployedResources(template: Template, place: Place): Deployed[] {
  const known = new Map<string, Deployed>();
  const resourceOf = (logicalId: string): Deployed => {
    const found = known.get(logicalId);
    if (found !== undefined) return found;
    const resource = template.Resources[logicalId];
    if (resource === undefined) throw new Error(`The template has no ${logicalId}`);
    const { Type: type, Properties = {} } = resource;
    const properties = resolved(Properties, resourceOf, place) as Record<string, unknown>;
    const physicalId = physicalIdOf(place, logicalId, type, properties);
    const deployed = { logicalId, type, physicalId, properties };
    known.set(logicalId, deployed);
    return deployed;
  };
  return Object.keys(template.Resources).map(resourceOf);
}

export function outputsOf(template: Template, resources: readonly Deployed[], place: Place) {
  const resourceOf = (logicalId: string) => {
    const found = resources.find((one) => one.logicalId === logicalId);
    if (found === undefined) throw new Error(`The template has no ${logicalId}`);
    return found;
  };
  return Object.fromEntries(
    Object.entries(template.Outputs).map(([name, { Value }]) => [
      name,
      String(resolved(Value, resourceOf, place)),
    ]),
  );
}

/** A value of the template, with what AWS puts in the place of Ref, Fn::GetAtt and the others. */
function resolved(
  value: unknown,
  resourceOf: (logicalId: string) => Deployed,
  place: Place,
): unknown {
  const inner = (one: unknown) => resolved(one, resourceOf, place);
  if (Array.isArray(value)) return value.map(inner);
  if (typeof value !== 'object' || value === null) return value;
  const [[name, argument] = ['', undefined], ...others] = Object.entries(value);
  const isFunction = others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'));
  if (!isFunction) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]));
  }
  switch (name) {
    case 'Ref':
      return pseudoParameter(argument, place) ?? resourceOf(argument).physicalId;
    case 'Fn::GetAtt': {
      const { type, physicalId } = resourceOf(argument[0]);
      return attributeOf(place, type, physicalId, argument[1]);
    }
    case 'Fn::Join':
      return (inner(argument[1]) as unknown[]).join(argument[0]);
    case 'Fn::Select':
      return (inner(argument[1]) as unknown[])[argument[0]];
    case 'Fn::Split':
      return String(inner(argument[1])).split(argument[0]);
    case 'Fn::Sub':
      return String(argument).replaceAll(/\$\{([\w:]+)\}/g, (_, one) => `${inner({ Ref: one })}`);
    default:
      throw new Error(`The stand-in does not know ${name}`);
  }
}

function pseudoParameter(name: string, place: Place): string | undefined {
  const { account, partition, region, stackName } = place;
  const values: Partial<Record<string, string>> = {
    'AWS::AccountId': account,
    'AWS::Partition': partition,
    'AWS::Region': region,
    'AWS::StackName': stackName,
    'AWS::URLSuffix': 'amazonaws.com',
  };
  return values[name];
}
