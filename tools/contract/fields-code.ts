import { apiOf } from './api.ts';
import type { Contract } from './contract.ts';
import type { Field } from './shape.ts';
import { generatedHeader, typesCode } from './types-code.ts';

/** The fields of the request and of the answer for the function: as types, and as lists that its code walks. */
export function fieldsCode(contract: Contract): string {
  const { request, answer } = apiOf(contract);
  const int64s = request.shape.fields.filter(({ shape }) => shape.kind === 'int64');
  return [
    generatedHeader,
    ...typesCode([answer, request]),
    ...[answer, request].map(
      ({ name, shape }) =>
        `export const ${name.charAt(0).toLowerCase()}${name.slice(1)}Fields = ${namesOf(shape.fields)} as const;\n`,
    ),
    `export const int64Fields: readonly string[] = ${namesOf(int64s)};\n`,
  ].join('\n');
}

function namesOf(fields: readonly Field[]): string {
  return `[${fields.map(({ name }) => `'${name}'`).join(', ')}]`;
}
