import type { OperationSchemas } from './operation-schemas.ts';
import type { Schema } from './schema-type.ts';
import { validatorOf } from './validator.ts';

/** The code of an operation: its types, the names of its fields, and its validator. */
export async function operationCode({
  operation: { id },
  path,
  body,
  answer,
}: OperationSchemas): Promise<string> {
  const name = `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;
  const validator = `validate${name}`;
  const members = [
    ...(path ? [`  readonly pathParameters: ${typeCode(path, '  ')};\n`] : []),
    ...(body ? [`  readonly body: ${name}Body;\n`] : []),
  ];
  const parts = [
    "// @ts-nocheck: ajv's code has no types.\n",
    ...(body ? [partCode(id, 'body', `${name}Body`, body)] : []),
    ...(answer ? [partCode(id, 'answer', `${name}Answer`, answer)] : []),
    `/** What a request has after ${validator}. */
export interface ${name}Request {
${members.join('')}}
`,
    `// The code of ajv.\n${await validatorOf({ path, body }, validator)}`,
  ];
  return parts.join('\n');
}

function partCode(id: string, part: string, name: string, schema: Schema): string {
  const constant = `${name.slice(0, 1).toLowerCase()}${name.slice(1)}Fields`;
  return `/** The ${part} of ${id}. */
export type ${name} = ${typeCode(schema)};
/** The names of its fields, as functions/http/picked.ts takes them. */
export const ${constant} = ${fieldsCode(schema)} as const;
`;
}

function fieldsCode({ items, properties }: Schema): string {
  if (items) return fieldsCode(items);
  if (!properties) return 'true';
  const fields = Object.entries(properties).map(
    ([name, field]) => `${nameCode(name)}: ${fieldsCode(field)}`,
  );
  return `{ ${fields.join(', ')} }`;
}

/** Its type in TypeScript. json-schema-to-ts would make any of a schema of more than twelve levels. */
function typeCode(schema: Schema, indent = ''): string {
  const { type, enum: values, items, properties, required } = schema;
  const inside = `${indent}  `;
  const [kind, orNull] = typeof type === 'string' ? [type, ''] : [type[0], ' | null'];
  if (items) return `readonly (${typeCode(items, indent)})[]${orNull}`;
  if (kind === 'string' && values)
    return values.map((one) => JSON.stringify(one)).join(' | ') + orNull;
  if (!properties) return `${kind === 'integer' ? 'bigint' : kind}${orNull}`;
  const members = Object.entries(properties).map(([name, field]) => {
    const mark = required?.includes(name) ? '' : '?';
    return `${inside}readonly ${nameCode(name)}${mark}: ${typeCode(field, inside)};\n`;
  });
  return `{\n${members.join('')}${indent}}${orNull}`;
}

/** A name with a hyphen needs quotes. */
function nameCode(name: string): string {
  return name.includes('-') ? `'${name}'` : name;
}
