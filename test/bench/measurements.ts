import type { Row } from './rounds.ts';
import type { VariantName } from './variants.ts';

/** What the targets are about. */
export interface Measurements {
  readonly cold: readonly Row[];
  /** The median of a warm invocation at a store without latency, by round. */
  readonly warm: { readonly ours: readonly number[]; readonly withoutMiddy: readonly number[] };
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
