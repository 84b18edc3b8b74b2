import type { Api } from './api.ts';
import { generatedHeader, typesOf } from './fields-code.ts';
import type { Shape } from './shape.ts';

/** The part of the contract that a client needs: types, the fields of a request, and the check of an answer. */
export function clientCode({ operation, request, answer, bodies, codes }: Api): string {
  const { operationId, summary, method, path } = operation;
  const fields = request.shape.fields.map(
    ({ name, isRequired, shape }) => `${name}: '${shape.kind}${isRequired ? '' : '?'}'`,
  );
  return `${[generatedHeader, ...typesOf(bodies)].join('\n')}
/** The codes that \`Error\` has today. New ones may be added. */
export type ErrorCode = ${codes.join(' | ') || 'never'};

/** ${summary}. */
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
