import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../infra/project/problem.ts';
import { type Contract, targetOf, type Words, wordsOf } from './contract.ts';

/** What only people read. */
const forPeople = /^(description|title|examples?|deprecated|externalDocs|\$comment|x-.*)$/;

/** A schema as it is written in the contract, and the references that led to it. */
export interface WrittenSchema {
  readonly schema: unknown;
  readonly refs: readonly string[];
}

/** What a schema says together with the target of its $ref and with its allOf, without the words for people. */
export interface Merged {
  /** If two parts say a word in different ways, the first one counts. */
  readonly words: Words;
  /** The words that two parts say in different ways. */
  readonly twice: ReadonlySet<string>;
  readonly fields: readonly (readonly [name: string, field: WrittenSchema])[];
  readonly required: readonly string[];
  readonly items: WrittenSchema;
}

export function merged(contract: Contract, written: WrittenSchema): Merged {
  const parts = partsOf(contract, written);
  const words: Record<string, unknown> = {};
  const twice = new Set<string>();
  for (const [word, value] of parts.flatMap((part) => Object.entries(part.words))) {
    if (forPeople.test(word)) continue;
    const isList = word === 'properties' || word === 'required';
    words[word] ??= value;
    if (!isList && !isDeepStrictEqual(words[word], value)) twice.add(word);
  }
  const fields = parts.flatMap(({ words: { properties }, refs }) =>
    Object.entries(wordsOf(properties)).map(([name, schema]) => [name, { schema, refs }] as const),
  );
  const required = parts.flatMap((part) => part.words['required'] ?? []).map(String);
  const withItems = parts.find((part) => part.words['items'] !== undefined);
  return {
    words,
    twice,
    fields,
    required: [...new Set(required)],
    items: { schema: words['items'], refs: withItems?.refs ?? [] },
  };
}

interface Part {
  readonly words: Words;
  readonly refs: readonly string[];
}

/** The schema itself, the target of its $ref, and the parts of its allOf. */
function partsOf(contract: Contract, { schema, refs }: WrittenSchema): Part[] {
  const { $ref, allOf = [], ...words } = wordsOf(schema);
  const others = [allOf].flat().map((part) => ({ schema: part, refs }));
  if ($ref !== undefined) {
    const ref = `${$ref}`;
    if (refs.includes(ref)) throw new Problem(`openapi.yaml: ${ref} is a part of itself.`);
    others.unshift({ schema: targetOf(contract, { $ref }), refs: [...refs, ref] });
  }
  return [{ words, refs }, ...others.flatMap((part) => partsOf(contract, part))];
}
