import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Bytes of an event: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export const payloadLimit = 6 * 1024 * 1024;

/** Lambda's report of an invocation that failed. */
export interface FunctionFault {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
}

/** A function's result as JSON, or its fault. */
export type Outcome =
  | { readonly kind: 'returned'; readonly payload: string }
  | { readonly kind: 'failed'; readonly fault: FunctionFault };

export interface Invocation {
  readonly result: Outcome;
  readonly cold: boolean;
  /** A line can arrive shortly after the result: read them in a later turn of the event loop. */
  readonly logs: readonly string[];
}

export type Invoke = (functionName: string, payload: string) => Promise<Invocation>;

export function faultOf(errorType: string, errorMessage: string): FunctionFault {
  return { errorType, errorMessage, trace: [] };
}

/** A message to an instance. Its answer is an outcome. */
export interface ToInstance {
  readonly requestId: string;
  readonly traceId: string;
  /** The time limit of the invocation. */
  readonly milliseconds: number;
  /** JSON text. */
  readonly event: string;
}

/** `1-66705bc7-2b4257df30cbee696ef2cf28`: seconds in hexadecimal, then 96 random bits. */
export function newTraceId(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000).toString(16);
  return `1-${seconds}-${randomBytes(12).toString('hex')}`;
}

export function onLines(stream: Readable, listener: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') listener(line);
  });
  stream.on('end', () => {
    if (rest !== '') listener(rest);
  });
}
