import type { ClientError } from './client-error.ts';
import { createPlant, type NewPlant } from './contract.generated.ts';

/** The options of `plantStoreClient`. A wrong one throws there, not at the first request. */
export interface ClientOptions {
  /** The address of the service, without `/plants`. */
  readonly url: string | URL;
  /**
   * The access token, or a function that returns it. The function is called before each attempt, so
   * it can return the new token after a rotation. An error that it throws ends the call.
   */
  readonly token: string | (() => string | Promise<string>);
  /** How many times one request is sent at most. The default is 4. */
  readonly attempts?: number | undefined;
  /** How long to wait for one answer. The default is 35,000; the gateway never takes longer. */
  readonly attemptMilliseconds?: number | undefined;
  /** The longest pause before the second attempt. The default is 200; each later pause can be twice as long. */
  readonly pauseMilliseconds?: number | undefined;
  /** More headers for each request, such as `user-agent`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sends a request in place of the global `fetch`. */
  readonly fetch?: ((url: URL, request: RequestInit) => Promise<Response>) | undefined;
  /** Is called after each attempt, for logs and metrics. An error that it throws ends the call. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
}

/** One request and its outcome. */
export interface Attempt {
  /** The plant of the call. */
  readonly plant: NewPlant;
  /** 1 for the first attempt of a call. */
  readonly attempt: number;
  /** The status of the answer; undefined if none came. */
  readonly status: number | undefined;
  /** The gateway's id of the request. Operators find the request in the logs with it. */
  readonly requestId: string | undefined;
  /** Why the attempt failed; undefined if the plant is stored. */
  readonly error: ClientError | undefined;
  /** The pause before the next attempt; undefined if there is none. */
  readonly pauseMilliseconds: number | undefined;
}

/** With more, a timer ends after 1 ms. */
const timerLimit = 2 ** 31;

/** The options with their defaults, or an error of one sentence. It quotes no value, because errors end in logs. */
export function checkedOptions({
  url,
  token,
  attempts = 4,
  attemptMilliseconds = 35_000,
  pauseMilliseconds = 200,
  headers = {},
  fetch = globalThis.fetch,
  onAttempt = () => {},
}: ClientOptions) {
  if (!(Number.isSafeInteger(attempts) && attempts > 0)) {
    throw new RangeError('attempts must be a whole number from 1');
  }
  if (!(attemptMilliseconds > 0 && attemptMilliseconds < timerLimit)) {
    throw new RangeError(`attemptMilliseconds must be above 0 and below ${timerLimit}`);
  }
  if (!(pauseMilliseconds >= 0 && pauseMilliseconds < timerLimit)) {
    throw new RangeError(`pauseMilliseconds must be at least 0 and below ${timerLimit}`);
  }
  for (const [name, value] of Object.entries({ fetch, onAttempt })) {
    if (typeof value !== 'function') throw new TypeError(`${name} must be a function`);
  }
  return {
    target: targetBelow(url),
    token: typeof token === 'function' ? token : constantly(checkedToken(token)),
    headers: checkedHeaders(headers),
    attempts,
    attemptMilliseconds,
    pauseMilliseconds,
    fetch,
    onAttempt,
  };
}

function targetBelow(base: string | URL): URL {
  if (!URL.canParse(String(base))) {
    throw new TypeError('url must be an address such as https://plants.example.com');
  }
  const target = new URL(base);
  if (!/^https?:$/.test(target.protocol)) {
    throw new TypeError('url must begin with https:// or http://');
  }
  if (target.username || target.password || target.search || target.hash) {
    throw new TypeError('url must not hold a user, a password, a query or a fragment');
  }
  target.pathname = target.pathname.replace(/\/*$/, createPlant.path);
  return target;
}

/** A token that a header can carry. */
export function checkedToken(token: unknown): string {
  const text = typeof token === 'string' ? token.trim() : '';
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new TypeError('the token must be text of ASCII characters, not empty and without spaces');
}

function constantly(token: string) {
  return () => token;
}

function checkedHeaders(headers: Readonly<Record<string, string>>): Headers {
  const checked = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    try {
      checked.set(name, value);
    } catch {
      throw new TypeError(`the header ${JSON.stringify(name)} has characters that cannot be sent`);
    }
  }
  return checked;
}
