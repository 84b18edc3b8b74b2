import {
  ClientError,
  GatewayRefusedError,
  NoAnswerError,
  RefusedError,
  requestIdOf,
} from './client-error.ts';
import {
  type Attempt,
  type ClientOptions,
  checked,
  checkedFunction,
  checkedHeaders,
  checkedTarget,
  checkedToken,
} from './client-options.ts';
import { createPlant, type ErrorCode, type NewPlant, type Plant } from './contract.generated.ts';
import { readAnswer } from './read-answer.ts';

export type { Attempt, ClientOptions, ErrorCode, NewPlant, Plant };
export { ClientError, GatewayRefusedError, NoAnswerError, RefusedError };

/** Sends requests to one plant store. */
export interface PlantStoreClient {
  /**
   * Adds a plant, and sends it again if that can help. Adding the same plant twice changes nothing
   * and succeeds again.
   *
   * Rejects with a `ClientError`, or with the signal's reason when the signal aborts.
   */
  createPlant(
    plant: NewPlant,
    options?: {
      /** Ends the call when it aborts. */
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<Plant>;
}

const longestPause = 20_000;

/** Makes a client. Throws a `TypeError` or a `RangeError` of one sentence if an option is wrong. */
export function plantStoreClient(options: ClientOptions): PlantStoreClient {
  const { token } = options;
  const tokenNow = typeof token === 'function' ? token : () => token;
  if (typeof token !== 'function') checkedToken(token);
  const target = checkedTarget(options.url);
  const headers = checkedHeaders(options.headers ?? {});
  const fetch = checkedFunction('fetch', options.fetch ?? globalThis.fetch);
  const onAttempt = checkedFunction('onAttempt', options.onAttempt ?? (() => {}));
  const attempts = checked('attempts', options.attempts ?? 4);
  const patience = checked('attemptMilliseconds', options.attemptMilliseconds ?? 35_000);
  const firstPause = checked('pauseMilliseconds', options.pauseMilliseconds ?? 200);

  const sendOnce = async (body: string, attempt: number, signal: AbortSignal | undefined) => {
    const { method } = createPlant;
    const bearer = checkedToken(
      await withLimit(patience, 'the token', signal, async () => tokenNow()),
    );
    const all = new Headers(headers);
    all.set('authorization', `Bearer ${bearer}`);
    all.set('content-type', 'application/json');
    let answer: Response | undefined;
    try {
      const outcome = await withLimit(patience, 'the answer', signal, async (either) => {
        const request = { method, headers: all, body, redirect: 'manual', signal: either } as const;
        answer = await fetch(target, request);
        return readAnswer(answer, attempt);
      });
      return { outcome, answer };
    } catch (cause) {
      signal?.throwIfAborted();
      return { outcome: new NoAnswerError(cause, attempt, answer), answer };
    }
  };

  return {
    async createPlant(plant, { signal } = {}) {
      const body = json(plant);
      for (let attempt = 1; ; attempt += 1) {
        const { outcome, answer } = await sendOnce(body, attempt, signal);
        const done = { plant, attempt, status: answer?.status, requestId: requestIdOf(answer) };
        if (!(outcome instanceof ClientError)) {
          await onAttempt({ ...done, error: undefined, pauseMilliseconds: undefined });
          return outcome;
        }
        const backoff = Math.min(firstPause * 2 ** Math.min(attempt - 1, 30), longestPause);
        // The pause is random, so that clients that failed together do not return together.
        const pause = Math.max(Math.random() * backoff, outcome.retryAfterSeconds * 1000);
        const again = outcome.retryable && attempt < attempts && pause <= longestPause;
        await onAttempt({ ...done, error: outcome, pauseMilliseconds: again ? pause : undefined });
        if (!again) throw outcome;
        await sleep(pause, signal);
      }
    },
  };
}

/**
 * Does `work` with a signal that aborts after the given time, or when the caller's signal aborts. Then
 * it rejects, even if `work` ignores the signal.
 * AbortSignal.any is simpler, but some releases of Node lose an abort: https://github.com/nodejs/node/issues/65995
 */
async function withLimit<T>(
  milliseconds: number,
  what: string,
  signal: AbortSignal | undefined,
  work: (either: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const passOn = () => controller.abort(signal?.reason);
  const late = new DOMException(`${what} did not come in time`, 'TimeoutError');
  const timer = setTimeout(() => controller.abort(late), milliseconds);
  signal?.addEventListener('abort', passOn);
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
  });
  try {
    return await Promise.race([work(controller.signal), aborted]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', passOn);
  }
}

async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  const forever = new Promise<never>(() => {});
  await withLimit(milliseconds, 'the end of a pause', signal, () => forever).catch(() =>
    signal?.throwIfAborted(),
  );
}

/** JSON with each int64 digit for digit. JSON.rawJSON can do that, but Node 20 does not have it. */
function json(plant: NewPlant): string {
  const fields = Object.entries<string>(createPlant.fields).flatMap(([name, kind]) => {
    const value = plant[name as keyof NewPlant];
    const isMissing = value === undefined && kind.endsWith('?');
    // A number has perhaps lost digits already.
    if (kind.startsWith('int64') && typeof value !== 'bigint' && !isMissing) {
      throw new TypeError(`the ${name} must be a bigint, such as 7n`);
    }
    const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value);
    return text === undefined ? [] : [`"${name}":${text}`];
  });
  return `{${fields.join()}}`;
}
