import { setTimeout as delay } from 'node:timers/promises';
import {
  type ClientError,
  GatewayRefusedError,
  NoAnswerError,
  RefusedError,
} from './client-error.ts';
import { createPlant, type NewPlant, type Plant } from './contract.generated.ts';

export interface ClientOptions {
  /** Where the service is, without `/plants`. */
  readonly url: string;
  readonly token: string;
  /** How often one request is sent at most. */
  readonly attempts?: number;
  /** Longer than the gateway ever takes to answer. */
  readonly attemptMilliseconds?: number;
  /** The pause before the second attempt, at most; it doubles with each further one. */
  readonly pauseMilliseconds?: number;
  readonly fetch?: typeof globalThis.fetch;
}

export interface PlantStoreClient {
  /** Adds a plant, retrying what may pass; rejects with a ClientError, or as the signal aborts. */
  createPlant(plant: NewPlant, options?: { readonly signal?: AbortSignal }): Promise<Plant>;
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
    const timeout = AbortSignal.timeout(attemptMilliseconds);
    try {
      const answer = await fetch(target, {
        method: createPlant.method,
        headers,
        body,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return read(answer, await answer.text());
    } catch (cause) {
      signal?.throwIfAborted();
      return new NoAnswerError('the plant store did not answer', { cause });
    }
  };

  return {
    async createPlant(plant, { signal } = {}) {
      const body = json(plant);
      for (let attempt = 1; ; attempt += 1) {
        const outcome = await sendOnce(body, signal);
        if (!(outcome instanceof Error)) return outcome;
        const backoff = Math.min(pauseMilliseconds * 2 ** (attempt - 1), longestPause);
        // At random, lest clients that failed together come back together.
        const pause = Math.max(Math.random() * backoff, outcome.retryAfterSeconds * 1000);
        if (!outcome.passing || attempt === attempts || pause > longestPause) throw outcome;
        await delay(pause, undefined, { ...(signal && { signal }) });
      }
    },
  };
}

declare global {
  interface JSON {
    // https://github.com/tc39/proposal-json-parse-with-source, which TypeScript does not know yet
    rawJSON(text: string): unknown;
  }
}

/** JSON that spells a bigint digit for digit. */
function json(plant: NewPlant): string {
  return JSON.stringify(plant, (_, value: unknown) =>
    typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value,
  );
}

function read({ status, headers }: Response, text: string): Plant | ClientError {
  const body = parsed(text);
  if (status === 200 && typeof body['name'] === 'string') return body as unknown as Plant;
  const seconds = Number(headers.get('retry-after')) || 0;
  const message = typeof body['message'] === 'string' ? body['message'] : `answered ${status}`;
  const { error } = body;
  if (status === 400 && typeof error === 'number') {
    return new RefusedError({ error, message }, seconds);
  }
  return new GatewayRefusedError(status, { message }, seconds);
}

// What stands between may answer with anything at all, such as a page.
function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
