import {
  failureTable,
  type NamedOperation,
  nameOf,
  operationsOf,
  type Reference,
  readContract,
  type Schema,
} from '../contract.ts';

const header = '// Written by `npm run generate` from openapi.yaml; a test checks it.\n';

/** The part of the contract that a client needs, as types and constants. */
export function clientCode(openapi: string): string {
  const contract = readContract(openapi);
  const types = Object.entries(contract.components.schemas).map(
    ([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema)};\n`,
  );
  const codes = failureTable(contract).map(({ error }) => error);
  const errorCode = `/** The codes that \`Error\` has today. New ones may be added. */\nexport type ErrorCode = ${codes.join(' | ')};\n`;
  return [header, ...types, errorCode, ...operationsOf(contract).map(constant)].join('\n');
}

function constant({ operationId, summary, method, path }: NamedOperation): string {
  return `/** ${summary}. */\nexport const ${operationId} = { method: '${method}', path: '${path}' } as const;\n`;
}

function typeOf(schema: Schema | Reference): string {
  if ('$ref' in schema) return nameOf(schema);
  const { type, format, properties, allOf } = schema;
  if (allOf !== undefined) return allOf.map(typeOf).join(' & ');
  if (type === 'string') return 'string';
  // A number holds no more than 53 bits.
  if (type === 'integer') return format === 'int64' ? 'bigint' : 'number';
  if (properties === undefined) throw new Error(`No type is known for ${JSON.stringify(schema)}`);
  return `{\n${Object.entries(properties).map(propertyOf(schema)).join('')}}`;
}

function propertyOf({ required = [] }: Schema) {
  return ([name, schema]: [string, Schema]): string => {
    const type = typeOf(schema);
    // An optional property takes undefined as well, also under exactOptionalPropertyTypes.
    const typed = required.includes(name) ? `${name}: ${type}` : `${name}?: ${type} | undefined`;
    return `${comment(schema, '  ')}  readonly ${typed};\n`;
  };
}

function comment({ description }: Schema, indent = ''): string {
  return description === undefined
    ? ''
    : `${indent}/** ${description.trim().replace(/\s*\n\s*/g, ' ')} */\n`;
}
