import type { Row } from './rounds.ts';
import type { VariantName } from './variants.ts';

/** What the targets are about. */
export interface Measurements {
  readonly cold: readonly Row[];
  /** At a store without latency. */
  readonly warm: readonly WarmRow[];
  /** Bytes in use after a collection, each `every` invocations. */
  readonly heap: { readonly every: number; readonly bytes: readonly number[] };
  /** Of the authorizer, in milliseconds. */
  readonly tokens: {
    readonly refusalP99: number;
    readonly lookupP99: number;
    /** What refusals asked of the store. */
    readonly requestsOfRefusals: number;
  };
  readonly bytes: Readonly<Partial<Record<VariantName, number>>>;
}

/** What a variant takes once it is in use: by round, the n-th of each row within seconds of each other. */
export interface WarmRow {
  readonly variant: VariantName;
  /** The median of an invocation, in milliseconds. */
  readonly p50: readonly number[];
  /** Milliseconds of CPU for an invocation; none where the kernel does not tell. */
  readonly cpu: readonly number[];
  /** Megabytes in memory after all invocations. */
  readonly resident: readonly number[];
}
