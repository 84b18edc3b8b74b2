/** What AWS said to a question. */
export type AwsAnswer<Value> = Known<Value> | Gone | Unanswered;

interface Known<Value> {
  readonly value: Value;
}

/** AWS says that there is no such thing. */
interface Gone {
  readonly gone: true;
}

export const gone: Gone = { gone: true };

/** Nothing is known: the call was refused, or got no answer in time. */
interface Unanswered {
  /** The code of the error. */
  readonly unanswered: string;
}

export function isGone(answer: AwsAnswer<unknown> | undefined): answer is Gone {
  return answer !== undefined && 'gone' in answer;
}

/** The value of an answer. Nothing follows from its absence. */
export function known<Value>(answer: AwsAnswer<Value> | undefined): Value | undefined {
  return answer !== undefined && 'value' in answer ? answer.value : undefined;
}

/** The answer with another value. */
export function mapped<Value, Result>(
  answer: AwsAnswer<Value>,
  change: (value: Value) => Result,
): AwsAnswer<Result> {
  return 'value' in answer ? { value: change(answer.value) } : answer;
}

/**
 * What is compared with the template, in its form. While AWS has not answered, this is what the template wants: nothing
 * is claimed to differ.
 */
export function comparable<Value>(
  answer: AwsAnswer<Value>,
  wanted: unknown,
  inTemplate: (value: Value) => unknown,
): unknown {
  return 'value' in answer ? inTemplate(answer.value) : wanted;
}

/** One item of a list. It is gone if the list does not have it. */
export function foundIn<Item>(
  list: AwsAnswer<readonly Item[]>,
  isIt: (item: Item) => boolean,
): AwsAnswer<Item> {
  if (!('value' in list)) return list;
  const found = list.value.find(isIt);
  return found === undefined ? gone : { value: found };
}
