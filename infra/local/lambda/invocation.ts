/** What Lambda reports of an invocation that failed. */
export type FunctionFault = {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
};

export type Invocation = {
  /** The function's result as JSON, a fault, or no instance free within bounds. */
  readonly result:
    | { readonly kind: 'returned'; readonly payload: string }
    | { readonly kind: 'failed'; readonly fault: FunctionFault }
    | { readonly kind: 'throttled' };
  readonly cold: boolean;
  /** Lines still arrive shortly after the result has: read them on a later turn. */
  readonly logs: readonly string[];
};

export type Invoke = (functionName: string, payload: string) => Promise<Invocation>;

export function faultOf(errorType: string, errorMessage: string): FunctionFault {
  return { errorType, errorMessage, trace: [] };
}
