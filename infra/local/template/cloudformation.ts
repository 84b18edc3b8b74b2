import { Problem } from '../../problem.ts';

export type Properties = Readonly<Record<string, unknown>>;

export interface Resource {
  readonly Type: string;
  readonly Properties?: Properties;
}

export interface CloudFormationTemplate {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
}

/** CDK's asset manifest: the folder from which each Lambda zip is made. */
export interface AssetManifest {
  readonly files?: Readonly<Record<string, { readonly source: { readonly path?: string } }>>;
}

/** The template has something that the local run does not serve. The message names it in one sentence. */
export class TemplateError extends Problem {
  override readonly name = 'TemplateError';
}

/** Refuses every property outside both lists, so that nothing is silently left out. */
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

/** The function behind its ARN, its alias's ARN, or an API Gateway URI around either. */
export function functionNameIn(uri: unknown, where: string): string {
  const name = /:function:([\w-]+)/.exec(String(uri))?.[1];
  if (!name) {
    throw new TemplateError(`${where} points at ${String(uri)}, which is no Lambda function.`);
  }
  return name;
}
