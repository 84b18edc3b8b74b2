/** What AWS said to a question. */
export type Answer<Value> = Known<Value> | Gone | Unasked;

interface Known<Value> {
  readonly value: Value;
}

/** AWS says that there is no such thing. */
export interface Gone {
  readonly gone: true;
}

/** Nothing is known: the call was refused, or got no answer in time. */
interface Unasked {
  /** The code of the error. */
  readonly unasked: string;
}

export function isGone(answer: Answer<unknown> | undefined): answer is Gone {
  return answer !== undefined && 'gone' in answer;
}

/** The value of an answer. Nothing follows from its absence. */
export function known<Value>(answer: Answer<Value> | undefined): Value | undefined {
  return answer !== undefined && 'value' in answer ? answer.value : undefined;
}

/** The answer with another value. */
export function mapped<Value, Result>(
  answer: Answer<Value>,
  change: (value: Value) => Result | Gone,
): Answer<Result> {
  if (!('value' in answer)) return answer;
  const result = change(answer.value);
  const isMissing = typeof result === 'object' && result !== null && 'gone' in result;
  return isMissing ? (result as Gone) : { value: result as Result };
}
