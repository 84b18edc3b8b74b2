import type { Contract } from './contract.ts';

/** What a value of the contract can be. */
export type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

/** A JSON Schema without $ref and allOf, in words that the service keeps. */
export interface Schema extends Readonly<Record<string, Contract>> {
  readonly type: Kind | readonly [Kind, 'null'];
  /** In the order of the contract. */
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}
