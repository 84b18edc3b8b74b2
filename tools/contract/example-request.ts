import { exactJson } from '../../functions/http/answer.ts';
import { type Contract, partOf, targetOf } from './contract.ts';
import { operationsOf } from './operations.ts';

/**
 * A request that a user can send first, from the examples of the contract: one that stores something, if there is such
 * an operation. Where the contract has no example, there is a word in capitals.
 */
export function exampleRequest(contract: Contract) {
  const operations = operationsOf(contract);
  const withBody = operations.filter(({ body }) => body !== undefined);
  // One with a key in its path can need what is stored.
  const creating = withBody.find(({ path }) => !path.includes('{'));
  const {
    method = '',
    path = '',
    parameters = {},
    body,
    example,
  } = creating ?? withBody[0] ?? operations[0] ?? {};
  const exampleOf = (name: string) => {
    const { example: own, examples } = targetOf(contract, parameters[name]);
    const value = partOf(example)[name] ?? own ?? [examples].flat()[0];
    return value === undefined ? name.toUpperCase() : encodeURIComponent(`${value}`);
  };
  const json = example === undefined ? 'JSON' : exactJson(example);
  return {
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(name)),
    /** Undefined if it has no body. */
    json: body === undefined ? undefined : json,
  };
}
