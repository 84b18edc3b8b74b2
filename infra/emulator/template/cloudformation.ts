import { TemplateError } from './template-error.ts';

export type Properties = Readonly<Record<string, unknown>>;

export interface Resource {
  readonly Type: string;
  readonly Properties?: Properties;
  readonly Metadata?: Properties;
}

export interface CloudFormationTemplate {
  readonly Parameters?: Readonly<Record<string, { readonly Default?: unknown }>>;
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
}

/** CDK's asset manifest: where the folder behind each Lambda zip lies. */
export interface AssetManifest {
  readonly files?: Readonly<Record<string, { readonly source: { readonly path?: string } }>>;
}

/** Refuses every property outside both lists, so that nothing the template asks for is dropped unsaid. */
export function onlyProperties(
  where: string,
  properties: Properties,
  served: readonly string[],
  withoutEffect: readonly string[] = [],
): void {
  for (const name of Object.keys(properties)) {
    if (!served.includes(name) && !withoutEffect.includes(name)) {
      throw new TemplateError(`${where} sets ${name}, which the local run does not support.`);
    }
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
