import { createHash } from 'node:crypto';
import { partOf, readContract, targetOf } from './contract.ts';

/** Keywords of OpenAPI for people, and the addresses: each machine has its own. */
const withoutPromise = /^(description|example|externalDocs|servers|summary|title)$/;

/** Keywords of OpenAPI whose value has names that people chose. A field can have the name of any keyword. */
const withNames =
  /^(callbacks|content|headers|links|paths|properties|responses|security|securitySchemes)$/;

/** Keywords of OpenAPI whose value is one of the contract's own, in which no keyword means anything. */
const withValues = /^(const|default|enum)$/;

/** What clients rely on: paths, fields, types, required lists and codes, but no texts. A $ref is what it leads to. */
export function promisesOf(openapi: string): unknown {
  const contract = readContract(openapi);

  /** What a part of the contract promises. `refs` led to it. */
  function promised(part: unknown, refs: readonly string[] = []): unknown {
    if (Array.isArray(part)) return part.map((one) => promised(one, refs));
    if (typeof part !== 'object' || part === null) return part;
    const { $ref, ...keywords } = partOf(part);
    if ($ref !== undefined) {
      const ref = `${$ref}`;
      if (refs.includes(ref)) return `a part of itself: ${ref}`;
      return promised({ ...targetOf(contract, part), ...keywords }, [...refs, ref]);
    }
    const promises = Object.entries(keywords).flatMap(([keyword, value]) => {
      if (withoutPromise.test(keyword)) return [];
      if (keyword === 'examples') return [[keyword, codesOf(value)]];
      if (withValues.test(keyword)) return [[keyword, value]];
      return [
        [keyword, withNames.test(keyword) ? promisedByName(value, refs) : promised(value, refs)],
      ];
    });
    return Object.fromEntries(promises);
  }

  function promisedByName(parts: unknown, refs: readonly string[]): unknown {
    if (Array.isArray(parts)) return parts.map((one) => promisedByName(one, refs));
    const named = Object.entries(partOf(parts));
    return Object.fromEntries(named.map(([name, part]) => [name, promised(part, refs)]));
  }

  /** The codes of errors in examples of an answer. */
  function codesOf(examples: unknown): unknown {
    const values = Object.values(partOf(examples)).map((one) => targetOf(contract, one));
    const codes = values.flatMap(({ value }) => partOf(value)['error'] ?? []);
    return codes.length > 0 ? codes.toSorted() : undefined;
  }

  const { info: _, components, ...others } = contract;
  return promised({ ...others, securitySchemes: partOf(components)['securitySchemes'] });
}

/** The same for each contract that promises the same. */
export function digestOfPromises(openapi: string): string {
  const promises = JSON.stringify(promisesOf(openapi));
  return createHash('sha256').update(promises).digest('hex').slice(0, 16);
}
