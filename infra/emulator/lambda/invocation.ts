/** Bytes, both ways: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export const payloadLimit = 6 * 1024 * 1024;

/** What Lambda reports of an invocation that failed. */
export interface FunctionFault {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
}

export interface Invocation {
  /** The function's result as JSON, a fault, or no instance free within bounds. */
  readonly result:
    | { readonly kind: 'returned'; readonly payload: string }
    | { readonly kind: 'failed'; readonly fault: FunctionFault }
    | { readonly kind: 'throttled' };
  readonly cold: boolean;
  /** Lines still arrive shortly after the result has: read them on a later turn. */
  readonly logs: readonly string[];
}

export type Invoke = (functionName: string, payload: string) => Promise<Invocation>;

export function faultOf(errorType: string, errorMessage: string): FunctionFault {
  return { errorType, errorMessage, trace: [] };
}
