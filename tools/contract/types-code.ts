import type { Body } from './api.ts';
import type { Shape } from './shape.ts';

export const generatedHeader = '// Written by `npm run generate` from openapi.yaml.\n';

/** The bodies as types of TypeScript. */
export function typesCode(bodies: readonly Body[]): string[] {
  const byName = new Map(bodies.map(({ name, shape }) => [name, shape]));
  return [...byName].map(
    ([name, shape]) => `${comment(shape)}export type ${name} = ${typeOf(shape)};\n`,
  );
}

function typeOf({ kind, limits, fields, items }: Shape, indent = ''): string {
  const inner = `${indent}  `;
  switch (kind) {
    case 'object': {
      const lines = fields.map(({ name, isRequired, shape }) => {
        const type = typeOf(shape, inner);
        // An optional property takes undefined as well, also under exactOptionalPropertyTypes.
        const typed = isRequired ? `${name}: ${type}` : `${name}?: ${type} | undefined`;
        return `${comment(shape, inner)}${inner}readonly ${typed};\n`;
      });
      return `{\n${lines.join('')}${indent}}`;
    }
    case 'array':
      return `readonly (${typeOf(items as Shape, indent)})[]`;
    case 'string':
      return limits.enum?.map((value) => JSON.stringify(value)).join(' | ') ?? kind;
    case 'int64': // A number holds no more than 53 bits.
      return 'bigint';
    case 'integer':
      return 'number';
    default:
      return kind;
  }
}

function comment({ description }: Shape, indent = ''): string {
  return description === undefined
    ? ''
    : `${indent}/** ${description.trim().replace(/\s*\n\s*/g, ' ')} */\n`;
}
