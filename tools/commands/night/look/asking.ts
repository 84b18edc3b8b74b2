import type { Clients } from '../../../shared/stage/clients.ts';
import type { AwsAnswer } from './aws-answer.ts';

// API Gateway and Lambda refuse more calls of an account than a few in a second.
const sideBySide = 8;
const millisecondsForOne = 12_000;
const millisecondsForAll = 40_000;

/** What AWS's services answer if there is no such thing. Only these codes mean it: all others say nothing. */
const codesOfGone = [
  'ApplicationDoesNotExistException',
  'DashboardNotFoundError',
  'DeploymentGroupDoesNotExistException',
  'NoSuchEntityException',
  'NotFoundException',
  'ParameterNotFound',
  'ResourceNotFound',
  'ResourceNotFoundException',
  'TableNotFoundException',
];

type Call<Value> = (
  clients: Clients,
  signal: { readonly abortSignal: AbortSignal },
) => Promise<Value>;

/** Asks each question once, a few at the same time, and throws nothing. */
export interface Asking {
  /** The action is as in a policy, such as `lambda:GetPolicy`. Two questions with the same action and input are one. */
  readonly ask: <Value>(
    action: string,
    input: object,
    call: Call<Value>,
  ) => Promise<AwsAnswer<Value>>;
  /** The actions that were not answered, each with the code of the error. */
  readonly unanswered: ReadonlyMap<string, string>;
}

export function createAsking(clients: Clients, patience = 1): Asking {
  const answers = new Map<string, Promise<AwsAnswer<never>>>();
  const unanswered = new Map<string, string>();
  const takeTurn = createTurns(sideBySide);
  const deadline = AbortSignal.timeout(millisecondsForAll * patience);

  async function answerTo<Value>(action: string, call: Call<Value>): Promise<AwsAnswer<Value>> {
    const signal = AbortSignal.any([deadline, AbortSignal.timeout(millisecondsForOne * patience)]);
    try {
      signal.throwIfAborted();
      return { value: await beforeAbort(call(clients, { abortSignal: signal }), signal) };
    } catch (error) {
      const code = signal.aborted ? 'no answer in time' : (error as Error).name;
      if (codesOfGone.includes(code)) return { gone: true };
      unanswered.set(action, code);
      return { unanswered: code };
    }
  }

  return {
    unanswered,
    ask(action, input, call) {
      const key = `${action} ${JSON.stringify(input)}`;
      const answer = answers.get(key) ?? takeTurn(() => answerTo(action, call));
      answers.set(key, answer as Promise<AwsAnswer<never>>);
      return answer as Promise<AwsAnswer<never>>;
    },
  };
}

/** Lets this many works run at the same time. */
function createTurns(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** The SDK can wait between two tries without looking at the signal. */
function beforeAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
