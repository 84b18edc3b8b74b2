import { type Contract, operationOf, readContract } from '../contract/contract.ts';

/** The contract. If it has more than one operation, one line on stderr names those that are not shown. */
export function shownContract(): Contract {
  const contract = readContract();
  const { method, path, others } = operationOf(contract);
  if (others.length > 0)
    console.error(`Only ${method} ${path} has code and is shown, not ${others.join(', ')}.`);
  return contract;
}
