import { readFileSync } from 'node:fs';
import { type Document, parseDocument } from 'yaml';
import { Problem } from '../../infra/base.ts';

// The part of OpenAPI 3.1 that the contract uses: https://spec.openapis.org/oas/v3.1.1
export interface Contract {
  readonly info: Texts<'title' | 'version' | 'summary' | 'description'>;
  readonly servers: readonly Texts<'url' | 'description'>[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly securitySchemes: Record<string, Texts<'bearerFormat' | 'description'>>;
  };
}

type Texts<Name extends string> = Readonly<Record<Name, string>>;

interface Operation extends Texts<'operationId' | 'summary' | 'description'> {
  readonly parameters?: unknown;
  readonly requestBody: { readonly description: string; readonly content: Record<string, Media> };
  readonly responses: Record<string, Answer | Reference>;
}

export interface Answer extends Texts<'description'> {
  readonly headers: Record<string, Texts<'description'> | Reference>;
  readonly content: Record<string, Media>;
}

export interface Media {
  readonly schema: Reference;
  readonly example?: unknown;
  readonly examples?: Record<string, Texts<'summary'> & { description?: string; value: unknown }>;
}

export interface Reference {
  readonly $ref: string;
}

export interface Schema {
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly minLength?: bigint;
  readonly maxLength?: bigint;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema | Reference;
  readonly minItems?: bigint;
  readonly maxItems?: bigint;
  readonly required?: string[];
  readonly properties?: Record<string, Schema | Reference>;
  readonly allOf?: (Schema | Reference)[];
}

export function contractText(): string {
  return readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8');
}

/** Integers are read as bigint: the bounds of an int64 do not fit in a number. `npm run contract` finds other mistakes. */
export function readContract(text = contractText()): Contract {
  const document = parseDocument(text, { intAsBigInt: true });
  // The lines below the first show the place in the text.
  const [problem] = document.errors[0]?.message.split('\n', 1) ?? [];
  if (problem !== undefined) throw new Problem(`openapi.yaml is not valid YAML: ${problem}`);
  const contract = complete(document);
  if (Object(contract?.paths) !== contract?.paths) throw new Problem('openapi.yaml has no paths.');
  return contract;
}

/** With the request and the examples in their place, to which it can refer. */
function complete(document: Document): Contract {
  try {
    const contract: Contract = document.toJS();
    return document.toJS({
      reviver: (_, value) =>
        isMoved.test(Object(value).$ref) ? targetOf(contract, value as Reference) : value,
    });
  } catch (error) {
    throw new Problem(`openapi.yaml is not valid YAML: ${(error as Error).message}`);
  }
}
const isMoved = /^#\/components\/(examples|requestBodies)\//;

/** An operation, with the names of those that have no code. */
export type NamedOperation = Operation &
  Texts<'method' | 'path'> & { readonly others: readonly string[] };

/** The operation that the tools make and show: the first one with a body and without parameters. */
export function operationOf({ paths }: Contract): NamedOperation {
  const all = Object.entries(paths).flatMap(([path, { parameters, ...item }]) =>
    Object.entries(item).map(([name, one]) => ({
      ...{ parameters, ...one, path },
      method: name.toUpperCase(),
    })),
  );
  const operation = all.find(
    ({ path, parameters, requestBody }) => requestBody && !parameters && !path.includes('{'),
  );
  if (operation === undefined)
    throw new Problem('openapi.yaml has no operation with a body and without parameters.');
  const others = all.filter((one) => one !== operation && one.responses !== undefined);
  return { ...operation, others: others.map(({ method, path }) => `${method} ${path}`) };
}

export function nameOf({ $ref }: Reference): string {
  return $ref.replace(/.*\//, '');
}

/** The target of a reference into the contract. Any other value is returned as it is. */
export function targetOf<T extends object>(contract: Contract, value: T | Reference): T {
  if (!('$ref' in value)) return value;
  const [, ...keys] = value.$ref.split('/');
  return keys.reduce<unknown>((node, key) => Object(node)[key], contract) as T;
}

/** Every error of the contract, in its order. */
export function failureTable(contract: Contract) {
  const { '400': answer = { content: {} } } = operationOf(contract).responses;
  const media = Object.values(targetOf<Pick<Answer, 'content'>>(contract, answer).content);
  const examples = media.flatMap(({ examples: some = {} }) => Object.entries(some));
  return examples.map(([kind, { summary: meaning, description: advice = '', value }]) => {
    const { error, message } = value as { error: bigint; message: string };
    return { kind, error: Number(error), meaning, advice, message };
  });
}
