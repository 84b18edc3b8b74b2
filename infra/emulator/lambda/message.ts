import type { FunctionFault } from './invocation.ts';

/** What an instance and its keeper say to each other; events and results cross as JSON text. */
export interface ToInstance {
  readonly requestId: string;
  readonly traceId: string;
  readonly deadline: number;
  readonly event: string;
}

export type FromInstance =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unloadable'; readonly fault: FunctionFault }
  | { readonly kind: 'returned'; readonly payload: string }
  | { readonly kind: 'failed'; readonly fault: FunctionFault };
