import type { Stage } from '../../../shared/stage/stage.ts';
import { type AwsAnswer, isGone, known } from './aws-answer.ts';
import { differs } from './comparison.ts';
import type { Broken, Consequence } from './consequence.ts';
import { detailOf } from './difference.ts';
import { type Expected, propertyAt } from './expected.ts';
import type { Finding } from './finding.ts';
import { kinds } from './kinds/all-kinds.ts';
import type { Property, ResourceKind } from './kinds/resource-kind.ts';

export interface AskedResource {
  readonly expected: Expected;
  readonly answer: AwsAnswer<object>;
}

/** Each resource that is gone, and each property that is not as in the template. */
export function judgeResources(stage: Stage, resources: readonly AskedResource[]): Finding[] {
  const deletedOnes = resources
    .filter(({ answer }) => isGone(answer))
    .map(({ expected }) => expected);
  const before = commitBefore(resources);
  return resources.flatMap(({ expected, answer }) => {
    const kind = kinds.get(expected.type);
    if (kind === undefined) return [];
    if (isGone(answer))
      return isInOneOf(expected, deletedOnes) ? [] : [deleted(kind, { stage, expected, before })];
    const actual = known(answer);
    return actual === undefined ? [] : changed(kind, { stage, expected, actual, before });
  });
}

/** The parameter with the deploys knows it. */
function commitBefore(resources: readonly AskedResource[]): string | undefined {
  const parameter = resources.find(({ expected }) => expected.type === 'AWS::SSM::Parameter');
  const before = propertyAt(known(parameter?.answer), 'Before');
  return typeof before === 'string' ? before : undefined;
}

const containers = [
  'ApiId',
  'ApplicationName',
  'DomainName',
  'FunctionName',
  'LogGroupName',
  'TopicArn',
  'Topics',
];

/** Whether it is gone because something around it is: a route without its API. */
function isInOneOf({ properties, logicalId }: Expected, deletedOnes: readonly Expected[]): boolean {
  const around = containers.flatMap((name) => [properties[name]].flat());
  return deletedOnes.some((one) => one.logicalId !== logicalId && around.includes(one.physicalId));
}

function deleted(kind: ResourceKind, broken: Broken): Finding {
  const consequence =
    typeof kind.ifDeleted === 'function' ? kind.ifDeleted(broken) : kind.ifDeleted;
  return findingOf(consequence, broken, `${kind.name(broken.expected)} is gone.`);
}

function changed(kind: ResourceKind, broken: Broken): Finding[] {
  const { expected, actual } = broken;
  return Object.entries(kind.properties)
    .filter(([, property]) => property.only?.(broken) !== false)
    .filter(([path, property]) => differs(path, actual, expected.properties, property))
    .map(([path, property]) => otherProperty(kind, broken, path, property));
}

function otherProperty(
  { name }: ResourceKind,
  broken: Broken,
  path: string,
  property: Property,
): Finding {
  const { expected, actual } = broken;
  const found = propertyAt(actual, path);
  const wanted = propertyAt(expected.properties, path);
  const values = shown(found, wanted);
  const what = `${name(expected)} has another ${path} than in the template${values}.`;
  const consequence = 'consequenceOf' in property ? property.consequenceOf(broken) : property;
  return {
    ...findingOf(consequence, broken, what),
    property: path,
    since: changedAt(actual),
    detail: values === '' ? detailOf(path, found, wanted, property.exact) : undefined,
  };
}

/** Some of AWS's services say when something was changed. */
function changedAt(actual: object | undefined): Date | undefined {
  const names = ['AlarmConfigurationUpdatedTimestamp', 'LastModificationDate', 'LastUpdatedDate'];
  return names.map((name) => propertyAt(actual, name)).find((value) => value instanceof Date);
}

function findingOf(consequence: Consequence, broken: Broken, what: string): Finding {
  const { rank, means, runbook, mend } = consequence;
  const about = broken.expected.logicalId;
  return { rank, what, means, runbook, commands: mend(broken), about };
}

/** Numbers, switches and short words. All else can have a name or an address. */
function shown(found: unknown, wanted: unknown): string {
  const isShort = (value: unknown) => /^(\d+|true|false|[A-Z_]{2,20})$/.test(String(value));
  if (found === undefined && isShort(wanted)) return `: none, not ${wanted}`;
  if (!isShort(found)) return '';
  return isShort(wanted) ? `: ${found}, not ${wanted}` : `: ${found}`;
}
