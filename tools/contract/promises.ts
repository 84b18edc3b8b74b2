import { createHash } from 'node:crypto';
import { readContract, targetOf, wordsOf } from './contract.ts';

/** Words of OpenAPI for people, and the addresses: each machine has its own. */
const withoutPromise = /^(description|example|externalDocs|servers|summary|title)$/;

/** Words of OpenAPI whose value has names that people chose. A field can have the name of any word. */
const withNames =
  /^(callbacks|content|headers|links|paths|properties|responses|security|securitySchemes)$/;

/** Words of OpenAPI whose value is one of the contract's own, in which no word means anything. */
const withValues = /^(const|default|enum)$/;

/** What clients rely on: paths, fields, types, required lists and codes, but no texts. A $ref is what it leads to. */
export function promisesOf(openapi: string): unknown {
  const contract = readContract(openapi);

  /** What a part of the contract promises. `refs` led to it. */
  function promised(part: unknown, refs: readonly string[] = []): unknown {
    if (Array.isArray(part)) return part.map((one) => promised(one, refs));
    if (typeof part !== 'object' || part === null) return part;
    const { $ref, ...words } = wordsOf(part);
    if ($ref !== undefined) {
      const ref = `${$ref}`;
      if (refs.includes(ref)) return `a part of itself: ${ref}`;
      return promised({ ...targetOf(contract, part), ...words }, [...refs, ref]);
    }
    const promises = Object.entries(words).flatMap(([word, value]) => {
      if (withoutPromise.test(word)) return [];
      if (word === 'examples') return [[word, codesOf(value)]];
      if (withValues.test(word)) return [[word, value]];
      return [[word, withNames.test(word) ? promisedByName(value, refs) : promised(value, refs)]];
    });
    return Object.fromEntries(promises);
  }

  function promisedByName(parts: unknown, refs: readonly string[]): unknown {
    if (Array.isArray(parts)) return parts.map((one) => promisedByName(one, refs));
    const named = Object.entries(wordsOf(parts));
    return Object.fromEntries(named.map(([name, part]) => [name, promised(part, refs)]));
  }

  /** The codes of errors in examples of an answer. */
  function codesOf(examples: unknown): unknown {
    const values = Object.values(wordsOf(examples)).map((one) => targetOf(contract, one));
    const codes = values.flatMap(({ value }) => wordsOf(value)['error'] ?? []);
    return codes.length > 0 ? codes.toSorted() : undefined;
  }

  const { info: _, components, ...others } = contract;
  return promised({ ...others, securitySchemes: wordsOf(components)['securitySchemes'] });
}

/** The same for each contract that promises the same. */
export function digestOfPromises(openapi: string): string {
  const promises = JSON.stringify(promisesOf(openapi));
  return createHash('sha256').update(promises).digest('hex').slice(0, 16);
}
