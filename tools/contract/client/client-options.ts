import type { ClientError } from './client-error.ts';
import { createPlant, type NewPlant } from './contract.generated.ts';

/** The options of `plantStoreClient`. A wrong one throws there, not at the first request. */
export interface ClientOptions {
  /** The address of the service, without `/plants`. */
  readonly url: string | URL;
  /**
   * The access token, or a function that returns it. The function is called before each attempt, so
   * it can return the new token after a rotation. An error that it throws ends the call, and so does
   * a token that does not come in `attemptMilliseconds`.
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
  /** Is called after each attempt, for logs and metrics. The call waits for its promise. An error in it ends the call. */
  readonly onAttempt?: ((attempt: Attempt) => unknown) | undefined;
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

// The errors below quote no value, because errors end in logs.

/** A timer of 2 ** 31 milliseconds or more ends after one. */
export function checked(name: 'attempts' | `${string}Milliseconds`, value: number): number {
  const kind = name === 'attempts' ? 'whole number' : 'number';
  const isKind = name === 'attempts' ? Number.isInteger(value) : Number.isFinite(value);
  if (isKind && value > 0 && value < 2 ** 31) return value;
  throw new RangeError(`${name} must be a ${kind} above 0 and below ${2 ** 31}`);
}

/** The address of the operation. */
export function checkedTarget(base: string | URL): URL {
  if (!URL.canParse(String(base)) || !/^https?:$/.test(new URL(base).protocol)) {
    throw new TypeError('url must be an address such as https://plants.example.com');
  }
  const target = new URL(base);
  if (target.username || target.password || target.search || target.hash) {
    throw new TypeError('url must not hold a user, a password, a query or a fragment');
  }
  target.pathname = target.pathname.replace(/\/*$/, createPlant.path);
  return target;
}

/** What the client calls later. */
export function checkedFunction<Given>(name: 'fetch' | 'onAttempt', value: Given): Given {
  if (typeof value === 'function') return value;
  throw new TypeError(`${name} must be a function`);
}

/** A token that a header can carry. */
export function checkedToken(token: unknown): string {
  const text = typeof token === 'string' ? token.trim() : '';
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new TypeError('the token must be text of ASCII characters, not empty and without spaces');
}

/** Headers that can be sent. */
export function checkedHeaders(headers: Readonly<Record<string, string>>): Headers {
  try {
    return new Headers(headers);
  } catch {
    throw new TypeError('headers must not hold characters that cannot be sent');
  }
}
