import { contract, resolved } from '../../tools/test/setup/contract.ts';

interface Responses {
  readonly responses?: Readonly<Record<string, object>>;
}

interface FailureExample {
  readonly summary: string;
  readonly description?: string;
  readonly value: { readonly error: number; readonly message: string };
}

/** The errors of an operation of the contract: its examples of answers that are no success. */
export function failuresOf({ responses = {} }: Responses) {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, answer]) => {
      const { examples = {} } = resolved(answer).content?.['application/json'] ?? {};
      return Object.entries<FailureExample>(examples).map(([kind, shown]) => {
        const { summary: meaning, description: advice = '', value } = resolved(shown);
        return { kind, status: Number(status), meaning, advice, ...value };
      });
    });
}

/** Every error of the contract, in the order of the operations, which can share some. */
export const failureTable = Object.values<Readonly<Record<string, object>>>(contract.paths)
  .flatMap((item) => Object.values(item).flatMap(failuresOf))
  .filter(({ kind }, index, all) => all.findIndex((one) => one.kind === kind) === index);

/** The contract's example of a failure, and its status. */
export function documented(error: number, failures = failureTable) {
  const found = failures.find((row) => row.error === error);
  if (found === undefined) throw new Error(`openapi.yaml has no example with error ${error}`);
  return { status: found.status, example: { error, message: found.message } };
}
