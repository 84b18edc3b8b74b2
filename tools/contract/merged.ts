import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../infra/project/problem.ts';
import { type Contract, type Part, partOf, targetOf } from './contract.ts';

/** What only people read. */
const forPeople = /^(description|title|examples?|deprecated|externalDocs|\$comment|x-.*)$/;

/** A schema as it is written in the contract, and the references that led to it. */
export interface WrittenSchema {
  readonly schema: unknown;
  readonly refs: readonly string[];
}

/** What a schema says together with the target of its $ref and with its allOf, without the keywords for people. */
export interface Merged {
  /** If two parts say a keyword in different ways, the first one counts. */
  readonly keywords: Part;
  /** The keywords that two parts say in different ways. */
  readonly twice: ReadonlySet<string>;
  readonly fields: readonly (readonly [name: string, field: WrittenSchema])[];
  readonly required: readonly string[];
  readonly items: WrittenSchema;
}

export function merged(contract: Contract, written: WrittenSchema): Merged {
  const parts = partsOf(contract, written);
  const keywords: Record<string, unknown> = {};
  const twice = new Set<string>();
  for (const [keyword, value] of parts.flatMap((part) => Object.entries(part.keywords))) {
    if (forPeople.test(keyword)) continue;
    keywords[keyword] ??= value;
    // What the parts say by these is added up.
    if (keyword === 'properties' || keyword === 'required') continue;
    if (!isDeepStrictEqual(keywords[keyword], value)) twice.add(keyword);
  }
  const fields = parts.flatMap(({ keywords: { properties }, refs }) =>
    Object.entries(partOf(properties)).map(([name, schema]) => [name, { schema, refs }] as const),
  );
  const required = parts.flatMap((part) => part.keywords['required'] ?? []).map(String);
  const withItems = parts.find((part) => part.keywords['items'] !== undefined);
  return {
    keywords,
    twice,
    fields,
    required: [...new Set(required)],
    items: { schema: keywords['items'], refs: withItems?.refs ?? [] },
  };
}

interface SchemaPart {
  readonly keywords: Part;
  readonly refs: readonly string[];
}

/** The schema itself, the target of its $ref, and the parts of its allOf. */
function partsOf(contract: Contract, { schema, refs }: WrittenSchema): SchemaPart[] {
  const { $ref, allOf = [], ...keywords } = partOf(schema);
  const others = [allOf].flat().map((part) => ({ schema: part, refs }));
  if ($ref !== undefined) {
    const ref = `${$ref}`;
    if (refs.includes(ref)) throw new Problem(`openapi.yaml: ${ref} is a part of itself.`);
    others.unshift({ schema: targetOf(contract, { $ref }), refs: [...refs, ref] });
  }
  return [{ keywords, refs }, ...others.flatMap((part) => partsOf(contract, part))];
}
