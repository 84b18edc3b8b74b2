import { apiOf } from './api.ts';
import { type Contract, failureTable } from './contract.ts';
import type { Shape } from './shape.ts';
import { generatedHeader, typesCode } from './types-code.ts';

/** The part of the contract that a client needs, as types, constants and the check of an answer. */
export function clientCode(contract: Contract): string {
  const { operation, request, answer, bodies } = apiOf(contract);
  const codes = failureTable(contract).map(({ error }) => error);
  const fields = request.shape.fields.map(
    ({ name, isRequired, shape }) => `${name}: '${shape.kind}${isRequired ? '' : '?'}'`,
  );
  const { operationId, summary, method, path } = operation;
  return [
    generatedHeader,
    ...typesCode(bodies),
    `/** The codes that \`Error\` has today. New ones may be added. */\nexport type ErrorCode = ${codes.join(' | ')};\n`,
    `/** ${summary}. */
export const ${operationId} = {
  method: '${method}',
  path: '${path}',
  fields: { ${fields.join(', ')} },
  /** Whether an answer is a ${answer.name}. */
  isAnswer: (answer: any): answer is ${answer.name} => ${checkOf(answer.shape, 'answer')},
} as const;
`,
  ].join('\n');
}

/** The type of a value, without its limits: a later service can have others. */
function checkOf({ kind, fields, items }: Shape, value: string): string {
  if (kind === 'array') {
    return `Array.isArray(${value}) && ${value}.every((item: any) => ${checkOf(items as Shape, 'item')})`;
  }
  if (kind !== 'object') return `typeof ${value} === '${kind === 'integer' ? 'number' : kind}'`;
  const checks = fields.map(({ name, isRequired, shape }) => {
    const check = checkOf(shape, `${value}.${name}`);
    return isRequired ? check : `(${value}.${name} === undefined || ${check})`;
  });
  return [`Object(${value}) === ${value}`, ...checks].join(' && ');
}
