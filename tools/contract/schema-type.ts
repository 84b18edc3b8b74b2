/** What a value of the contract can be. */
export type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

/** The rules that a schema can have beside its type. */
export interface Rules {
  readonly enum?: readonly (boolean | number | string | null)[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

/** A JSON Schema without $ref and allOf, in keywords that the service keeps. */
export interface Schema extends Rules {
  readonly type: Kind | readonly [Kind, 'null'];
  /** In the order of the contract. */
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}
