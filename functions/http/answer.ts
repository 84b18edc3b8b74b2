import { type Failure, failures } from './failure.ts';

/** What a function returns to the gateway. An answer without JSON has an empty body. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const json = { 'content-type': 'application/json' };

/** An answer with this value as JSON. */
export function jsonAnswer(statusCode: number, value: unknown): Answer {
  return { statusCode, headers: json, body: exactJson(value) };
}

/** JSON with each digit of a bigint, which JSON.stringify alone does not know. */
export function exactJson(value: unknown): string {
  return JSON.stringify(value, replacer);
}

function replacer(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value;
}

export function errorAnswer({ kind, message }: Failure): Answer {
  const { error, retryAfter, status } = failures[kind];
  return {
    statusCode: status,
    headers: retryAfter === undefined ? json : { ...json, 'retry-after': retryAfter },
    body: JSON.stringify({ error, message }),
  };
}
