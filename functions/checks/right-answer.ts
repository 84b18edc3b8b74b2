import { isDeepStrictEqual } from 'node:util';

/** The one plant of a check: as it is sent, as it is answered, and as it is stored. */
export function ownPlant(id: string) {
  const [name, tag] = ['probe', 'always the same'];
  return {
    // Not by JSON.stringify, which would round the id.
    sent: `{"id":${id},"name":"${name}","tag":"${tag}"}`,
    answered: JSON.stringify({ name, tag }),
    key: { id: { N: id } },
    stored: { id: { N: id }, name: { S: name }, tag: { S: tag } },
  };
}

/** Throws if a check got another answer than the right one. */
export function expectSame(check: string, got: unknown, right: unknown): void {
  if (isDeepStrictEqual(got, right)) return;
  throw new Error(`${check}: expected ${JSON.stringify(right)}, got ${JSON.stringify(got)}`);
}
