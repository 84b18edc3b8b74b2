import type { Answer, Contract } from './contract.ts';

export interface FailureRow {
  readonly kind: string;
  readonly error: number;
  readonly meaning: string;
  readonly advice: string;
  readonly message: string;
}

/** Every error of the contract, in its order. */
export function failureTable({ paths }: Contract): FailureRow[] {
  const answer = paths['/plants']?.['post']?.responses['400'] as Answer;
  const examples = Object.entries(answer.content['application/json']?.examples ?? {});
  return examples.flatMap(([kind, { summary, description = '', value }]) => {
    const { error, message } = value as { error?: bigint; message: string };
    // The gateway's own 400 has no code.
    if (error === undefined) return [];
    return { kind, error: Number(error), meaning: summary, advice: description, message };
  });
}
