import { ClientError, GatewayRefusedError, NoAnswerError, RefusedError } from './client-error.ts';
import { createPlant, type NewPlant, type Plant } from './contract.generated.ts';

export type { NewPlant, Plant };
export { ClientError, GatewayRefusedError, NoAnswerError, RefusedError };

export interface ClientOptions {
  /** Where the service is, without `/plants`. */
  readonly url: string;
  readonly token: string;
  /** How often one request is sent at most. The default is 4. */
  readonly attempts?: number;
  /** How long to wait for one answer. The default, 35,000, is longer than the gateway ever takes. */
  readonly attemptMilliseconds?: number;
  /** The longest pause before the second attempt. The default is 200; each further pause may be twice as long. */
  readonly pauseMilliseconds?: number;
  /** Sends a request, instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface PlantStoreClient {
  /**
   * Adds a plant, and tries again if that may help.
   * Rejects with a ClientError, or with the signal's reason once the signal is aborted.
   */
  createPlant(
    plant: NewPlant,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<Plant>;
}

const longestPause = 20_000;

export function plantStoreClient({
  url,
  token,
  attempts = 4,
  attemptMilliseconds = 35_000,
  pauseMilliseconds = 200,
  fetch = globalThis.fetch,
}: ClientOptions): PlantStoreClient {
  const target = new URL(url.replace(/\/*$/, createPlant.path));
  const headers = new Headers({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  });

  const sendOnce = async (body: string, signal?: AbortSignal): Promise<Plant | ClientError> => {
    const { method } = createPlant;
    try {
      return await within(attemptMilliseconds, signal, async (either) => {
        const answer = await fetch(target, {
          method,
          headers,
          body,
          redirect: 'manual',
          signal: either,
        });
        return read(answer, await answer.text());
      });
    } catch (cause) {
      signal?.throwIfAborted();
      return new NoAnswerError(cause);
    }
  };

  return {
    async createPlant(plant, { signal } = {}) {
      const body = json(plant);
      for (let attempt = 1; ; attempt += 1) {
        const outcome = await sendOnce(body, signal);
        if (!(outcome instanceof ClientError)) return outcome;
        const backoff = Math.min(pauseMilliseconds * 2 ** (attempt - 1), longestPause);
        // Random, so that clients that failed together do not return together.
        const pause = Math.max(Math.random() * backoff, outcome.retryAfterSeconds * 1000);
        if (!outcome.retryable || attempt >= attempts || pause > longestPause) throw outcome;
        await within(pause, signal, aborted);
      }
    },
  };
}

/**
 * Does `work` with a signal that aborts after the given time, or when the caller's signal aborts.
 * AbortSignal.any would do, but Node 20 may lose its timeouts: https://github.com/nodejs/node/issues/57736
 */
async function within<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (either: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const passOn = () => controller.abort(signal?.reason);
  const timeOut = () => controller.abort(new DOMException('It took too long', 'TimeoutError'));
  const timer = setTimeout(timeOut, milliseconds);
  signal?.addEventListener('abort', passOn);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', passOn);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}

/** JSON with the id digit for digit. JSON.rawJSON would do, but Node 20 has none. */
function json({ id, ...others }: NewPlant): string {
  // A number may have lost digits before it came here.
  if (typeof id !== 'bigint') throw new TypeError('the id must be a bigint, such as 7n');
  const fields = JSON.stringify(others).slice(1, -1);
  return `{"id":${id}${fields && `,${fields}`}}`;
}

function read({ status, headers }: Response, text: string): Plant | ClientError {
  const body = parsed(text);
  if (status === 200 && typeof body['name'] === 'string') return body as unknown as Plant;
  const message = typeof body['message'] === 'string' ? body['message'] : `answered ${status}`;
  const { error } = body;
  if (status === 400 && typeof error === 'number') {
    return new RefusedError({ error, message }, headers);
  }
  return new GatewayRefusedError(status, { message }, headers);
}

// A proxy may answer with anything, for example an HTML page.
function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
