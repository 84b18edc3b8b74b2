import type { Api, Body } from './api.ts';
import type { Shape } from './shape.ts';

export const generatedHeader = '// Written by `npm run generate` from openapi.yaml.\n';

/** The fields of the request and of the answer for the function: as types, and as lists that its code walks. */
export function fieldsCode({ request, answer }: Api): string {
  const listOf = ({ name, shape }: Body) =>
    `export const ${name.charAt(0).toLowerCase()}${name.slice(1)}Fields = ${namesIn(shape)} as const;\n`;
  const int64s = namesIn(request.shape, ({ kind }) => kind === 'int64');
  return [
    generatedHeader,
    ...typesOf([answer, request]),
    listOf(answer),
    listOf(request),
    `export const int64Fields: readonly string[] = ${int64s};\n`,
  ].join('\n');
}

function namesIn({ fields }: Shape, isIn: (shape: Shape) => boolean = () => true): string {
  const names = fields.filter(({ shape }) => isIn(shape)).map(({ name }) => `'${name}'`);
  return `[${names.join(', ')}]`;
}

/** The part of the contract that a client needs: types, the fields of a request, and the check of an answer. */
export function clientCode({ operation, request, answer, bodies, codes }: Api): string {
  const { operationId, summary, method, path } = operation;
  const fields = request.shape.fields.map(
    ({ name, isRequired, shape }) => `${name}: '${shape.kind}${isRequired ? '' : '?'}'`,
  );
  return `${[generatedHeader, ...typesOf(bodies)].join('\n')}
/** The codes that \`Error\` has today. New ones may be added. */
export type ErrorCode = ${codes.join(' | ') || 'never'};

${commentOf(`${summary}.`)}
export const ${operationId} = {
  method: '${method}',
  path: '${path}',
  fields: { ${fields.join(', ')} },
  isAnswer: (answer: any): answer is ${answer.name} => ${checkOf(answer.shape, 'answer')},
} as const;
`;
}

/** The type of a value, without its limits: a later service can have others. */
function checkOf({ kind, fields, items }: Shape, value: string): string {
  if (items !== undefined) {
    return `Array.isArray(${value}) && ${value}.every((item: any) => ${checkOf(items, 'item')})`;
  }
  if (kind !== 'object') return `typeof ${value} === '${kind === 'integer' ? 'number' : kind}'`;
  const checks = fields.map(({ name, isRequired, shape }) => {
    const check = checkOf(shape, `${value}.${name}`);
    return isRequired ? check : `(${value}.${name} === undefined || ${check})`;
  });
  return [`Object(${value}) === ${value}`, ...checks].join(' && ');
}

/** The bodies as types of TypeScript. */
function typesOf(bodies: readonly Body[]): string[] {
  const shapes = new Map(bodies.map(({ name, shape }) => [name, shape]));
  return Array.from(
    shapes,
    ([name, shape]) => `${comment(shape)}export type ${name} = ${typeOf(shape)};\n`,
  );
}

function typeOf({ kind, limits, fields, items }: Shape, indent = ''): string {
  if (items !== undefined) return `readonly (${typeOf(items, indent)})[]`;
  if (limits.enum !== undefined)
    return limits.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (kind !== 'object') return typeNames[kind] ?? kind;
  const inner = `${indent}  `;
  const lines = fields.map(({ name, isRequired, shape }) => {
    // An optional property takes undefined as well, also under exactOptionalPropertyTypes.
    const [mark, more] = isRequired ? ['', ''] : ['?', ' | undefined'];
    return `${comment(shape, inner)}${inner}readonly ${name}${mark}: ${typeOf(shape, inner)}${more};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

/** A number holds no more than 53 bits. */
const typeNames: Readonly<Record<string, string>> = { integer: 'number', int64: 'bigint' };

function comment({ description }: Shape, indent = ''): string {
  if (description === undefined) return '';
  return `${indent}${commentOf(description)}\n`;
}

function commentOf(text: string): string {
  return `/** ${text
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('*/', '* /')} */`;
}
