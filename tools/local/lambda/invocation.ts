import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Bytes, of an event and of a result: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
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

/** A stream without line ends must not fill the memory. CloudWatch has the same limit for a log event. */
const longestLine = 256 * 1024;

export function onLines(
  stream: Readable,
  listener: (line: string) => void,
  longest = longestLine,
): void {
  let line = '';
  const end = () => {
    if (line !== '') listener(line);
    line = '';
  };
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const [rest, ...others] = text.split('\n');
    line += rest;
    for (const next of others) {
      end();
      line = next;
    }
    if (line.length > longest) end();
  });
  stream.on('end', end);
}
