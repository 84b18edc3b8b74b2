import { keyTypeOf } from './key-type.ts';
import type { OperationSchemas } from './operation-schemas.ts';

/** The code of a type that says which fields of a body can be the key of a table. */
export function keysCode(all: readonly OperationSchemas[]): string {
  const members = all.flatMap(({ operation: { id }, body }) => {
    if (body === undefined) return [];
    const keys = Object.keys(body.properties ?? {}).flatMap((name) => {
      const type = keyTypeOf(body, name);
      return type ? `{ key: '${name}'; type: '${type}' }` : [];
    });
    return `  ${id}: ${keys.join(' | ') || 'never'};\n`;
  });
  return `
/** What the key of a table can be, by the operation whose body is stored in it. */
export interface Keys {
${members.join('')}}
`;
}
