import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { isRecord } from '../../record.ts';

/** Bytes, of an event and of a result: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export const payloadLimit = 6 * 1024 * 1024;

/** Lambda's report of an invocation that failed. */
export interface FunctionFault {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
}

export interface Invocation {
  /** The function's result as JSON, or its fault, or `throttled` if no instance was free. */
  readonly result:
    | { readonly kind: 'returned'; readonly payload: string }
    | { readonly kind: 'failed'; readonly fault: FunctionFault }
    | { readonly kind: 'throttled' };
  readonly cold: boolean;
  /** A line can arrive shortly after the result: read them in a later turn of the event loop. */
  readonly logs: readonly string[];
}

export type Invoke = (functionName: string, payload: string) => Promise<Invocation>;

export function faultOf(errorType: string, errorMessage: string): FunctionFault {
  return { errorType, errorMessage, trace: [] };
}

/** A message to an instance: a line of JSON, with the event as JSON text. */
export interface ToInstance {
  readonly requestId: string;
  readonly traceId: string;
  /** The time limit of the invocation. */
  readonly milliseconds: number;
  readonly event: string;
}

/** A message of an instance. It has begun when it calls the handler. */
export type FromInstance =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unloadable'; readonly fault: FunctionFault }
  | { readonly kind: 'begun' }
  | { readonly kind: 'returned'; readonly payload: string }
  | { readonly kind: 'failed'; readonly fault: FunctionFault };

/** More than a result of the greatest size, of which each character is escaped. */
export const longestMessage = 3 * payloadLimit;

/** Undefined if the line is anything else, which a function wrote. */
export function readMessage(line: string): FromInstance | undefined {
  try {
    const message = JSON.parse(line);
    const { fault, kind, payload } = message;
    const isMessage =
      kind === 'ready' ||
      kind === 'begun' ||
      (kind === 'returned' && typeof payload === 'string') ||
      ((kind === 'failed' || kind === 'unloadable') && isRecord(fault) && 'errorType' in fault);
    return isMessage ? message : undefined;
  } catch {
    return undefined;
  }
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
