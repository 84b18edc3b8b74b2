import type { Stage } from '../../../shared/stage/stage.ts';
import { computed } from './template-value.ts';

export type Properties = Readonly<Record<string, unknown>>;

/** A resource as the deployed template wants it. */
export interface Expected {
  readonly logicalId: string;
  readonly type: string;
  /** The name that AWS gave to it. Undefined if it was never made. */
  readonly physicalId: string | undefined;
  readonly properties: Properties;
}

/** All resources of the template, with names in the place of references. */
export function expectedResources(stage: Stage): Expected[] {
  return Object.entries(stage.template.Resources).map(([logicalId, { Type, Properties = {} }]) => ({
    logicalId,
    type: Type,
    physicalId: stage.physicalIds[logicalId],
    properties: computed(Properties, stage) as Properties,
  }));
}

/** What stands at `Target.Input` or `Replicas.0.Region`. */
export function propertyAt(properties: unknown, path: string): unknown {
  let value = properties;
  for (const name of path.split('.')) value = (value as Properties | undefined)?.[name];
  return value;
}

/** A name for people: without the eight digits that the CDK adds. */
export function shortName(logicalId: string): string {
  return logicalId.replace(/[0-9A-F]{8}$/, '');
}
