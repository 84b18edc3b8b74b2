import { Problem } from '../../infra/base.ts';
import {
  type Contract,
  failureTable,
  type Media,
  nameOf,
  operationOf,
  targetOf,
} from './contract.ts';
import { isName, type Shape, shapeOf } from './shape.ts';

export type Api = ReturnType<typeof apiOf>;

/** A JSON object of the contract. */
export interface Body {
  readonly name: string;
  readonly shape: Shape;
}

/** What code is made from. */
export function apiOf(contract: Contract) {
  const operation = operationOf(contract);
  const { path, requestBody, responses } = operation;
  const bodyOf = ({ content = {} }: { content?: Record<string, Media> }, place: string): Body => {
    const schema = content['application/json']?.schema;
    const name = schema?.$ref === undefined ? '' : nameOf(schema);
    const shape = schema && name ? shapeOf(contract, schema, name) : undefined;
    if (shape?.kind === 'object') return { name, shape };
    throw new Problem(
      `openapi.yaml: ${place} of ${path} needs a $ref to an object, as application/json.`,
    );
  };
  const request = bodyOf(requestBody, 'the request');
  const answers = Object.entries(responses).map(([status, answer]): [string, Body] => {
    return [status, bodyOf(targetOf(contract, answer), `the answer ${status}`)];
  });
  const answer = new Map(answers).get('200');
  if (answer === undefined) throw new Problem(`openapi.yaml: ${path} has no answer 200.`);
  for (const { name, shape } of request.shape.fields) {
    const isAnswered = answer.shape.fields.some((field) => field.name === name);
    if (shape.kind !== 'int64' || isAnswered) refuseInt64(shape, `${request.name}.${name}`);
  }
  for (const [, { name, shape }] of answers) refuseInt64(shape, name);
  const bodies = [request, ...answers.map(([, body]) => body)];
  const names = [operation.operationId, ...bodies.map(({ name }) => name)];
  const other = names.find((name) => !isName(name));
  if (other !== undefined) {
    throw new Problem(
      `openapi.yaml: no code is made for the name ${other}: use letters and digits.`,
    );
  }
  const codes = failureTable(contract).map(({ error }) => error);
  return { operation, request, answer, bodies, codes };
}

/** The service reads the digits of a number only in a field of the request, and a client in no answer. */
function refuseInt64({ kind, fields, items }: Shape, place: string): void {
  if (kind === 'int64') {
    throw new Problem(`openapi.yaml: format int64 at ${place} loses digits. Use a string there.`);
  }
  for (const { name, shape } of fields) refuseInt64(shape, `${place}.${name}`);
  if (items !== undefined) refuseInt64(items, `${place}[]`);
}
