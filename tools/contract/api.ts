import { Problem } from '../../infra/base.ts';
import { type Contract, type Media, nameOf, operationsOf, targetOf } from './contract.ts';
import { type Shape, shapeOf } from './shape.ts';

/** A JSON object of the contract. */
export interface Body {
  readonly name: string;
  readonly shape: Shape;
}

/** The operation that has code: the first one with a body. */
export function apiOf(contract: Contract) {
  const [operation] = operationsOf(contract);
  if (operation === undefined) throw new Problem('openapi.yaml has no operation with a body.');
  const { path, requestBody, responses } = operation;
  if (/[{}]/.test(path))
    throw new Problem(`openapi.yaml: no code is made for a parameter in ${path}.`);
  const request = bodyOf(contract, requestBody, `The request to ${path}`);
  const bodies = Object.entries(responses).map(([status, answer]): [string, Body] => {
    return [
      status,
      bodyOf(contract, targetOf(contract, answer), `The answer ${status} of ${path}`),
    ];
  });
  const answer = new Map(bodies).get('200');
  if (answer === undefined) throw new Problem(`openapi.yaml: ${path} has no answer 200.`);
  const answered = answer.shape.fields.map(({ name }) => name);
  for (const { name, shape } of request.shape.fields) {
    if (shape.kind !== 'int64' || answered.includes(name))
      refuseInt64(shape, `${request.name}.${name}`);
  }
  for (const [, { name, shape }] of bodies) refuseInt64(shape, name);
  return { operation, request, answer, bodies: [request, ...bodies.map(([, body]) => body)] };
}

function bodyOf(
  contract: Contract,
  of: { readonly content: Record<string, Media> },
  place: string,
): Body {
  const schema = of.content['application/json']?.schema;
  if (schema?.$ref === undefined)
    throw new Problem(`${place} has no $ref to a schema in openapi.yaml.`);
  const name = nameOf(schema);
  const shape = shapeOf(contract, schema, name);
  if (shape.kind !== 'object') throw new Problem(`${place} is not an object in openapi.yaml.`);
  return { name, shape };
}

/** The service reads the digits of a number only in a field of the request, and a client in no answer. */
function refuseInt64({ kind, fields, items }: Shape, place: string): void {
  if (kind === 'int64')
    throw new Problem(`openapi.yaml: format int64 at ${place} loses digits. Use a string there.`);
  for (const { name, shape } of fields) refuseInt64(shape, `${place}.${name}`);
  if (items !== undefined) refuseInt64(items, `${place}[]`);
}
