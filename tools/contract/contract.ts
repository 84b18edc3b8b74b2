import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { Problem } from '../../infra/base.ts';

/** The part of OpenAPI 3.1 that the tools read: https://spec.openapis.org/oas/v3.1.1 */
export interface Contract {
  readonly info: { readonly version: string; readonly description: string };
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

interface Operation {
  readonly operationId: string;
  readonly requestBody: { readonly content: Record<string, Media> };
  readonly responses: Record<string, Answer | Reference>;
}

export interface Answer {
  readonly description: string;
  readonly content: Record<string, Media>;
}

export interface Media {
  readonly schema: Reference;
  readonly example?: unknown;
  readonly examples?: Record<string, { summary: string; description?: string; value: unknown }>;
}

export interface Reference {
  readonly $ref: string;
}

export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Record<string, Schema | Reference>;
  readonly allOf?: readonly (Schema | Reference)[];
}

export function contractText(): string {
  return readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8');
}

/** `npm run check` finds other mistakes in it. */
export function readContract(text = contractText()): Contract {
  try {
    return parse(text) ?? {};
  } catch (error) {
    // The lines below the first show the place in the text.
    const [problem] = (error as Error).message.split('\n', 1);
    throw new Problem(`openapi.yaml is not valid YAML: ${problem}`);
  }
}

/** The one operation of the contract, with its path. */
export function operationOf({ paths }: Contract) {
  const [[path, { post }] = ['', {}]] = Object.entries(paths ?? {});
  if (post?.requestBody === undefined) throw new Problem('openapi.yaml has no POST with a body.');
  return { ...post, method: 'POST', path };
}

export function nameOf({ $ref }: Reference): string {
  return $ref.replace(/.*\//, '');
}

/** The target of a reference into the contract. Any other value is returned as it is. */
export function targetOf<T extends object>(contract: Contract, value: T | Reference): T {
  if (!('$ref' in value)) return value;
  const [, ...keys] = value.$ref.split('/');
  const target = keys.reduce<unknown>((node, key) => Object(node)[key], contract);
  if (target === undefined) throw new Problem(`openapi.yaml has no ${value.$ref}.`);
  return target as T;
}

/** The first example of a request, as JSON. */
export function firstExample(contract: Contract): string {
  const [media] = Object.values(operationOf(contract).requestBody.content);
  const [example] = Object.values(media?.examples ?? {});
  return JSON.stringify(example?.value);
}
