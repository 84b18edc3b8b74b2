/** Names of fields, in the order of the contract. A field of objects, or of lists of them, has their names. */
export interface Fields {
  readonly [name: string]: true | Fields;
}

/** A value with only these fields, at each depth. In a list, it is so for each entry. */
export function picked(value: unknown, fields: Fields | true): unknown {
  if (fields === true || value !== Object(value)) return value;
  if (Array.isArray(value)) return value.map((one) => picked(one, fields));
  const parts = value as Readonly<Record<string, unknown>>;
  const known = Object.entries(fields).filter(([name]) => parts[name] !== undefined);
  return Object.fromEntries(known.map(([name, inner]) => [name, picked(parts[name], inner)]));
}
