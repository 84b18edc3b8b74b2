import type { Contract } from './contract.ts';
import { type Operation, readOperations } from './operations.ts';
import { together } from './problems.ts';
import { pathSchemaOf, schemaOf } from './schema.ts';
import type { Schema } from './schema-type.ts';

/** An operation with the schemas of what goes in and out. */
export interface OperationSchemas {
  readonly operation: Operation;
  /** An object with the parameters of its path. Undefined if it has none. */
  readonly path: Schema | undefined;
  /** Undefined if it takes no JSON. */
  readonly body: Schema | undefined;
  /** Undefined if it answers no JSON. */
  readonly answer: Schema | undefined;
}

/** Reads each operation. Throws all Problems at once. */
export function readOperationSchemas(contract: Contract): readonly OperationSchemas[] {
  return readOperations(contract, (operation) => schemasOf(contract, operation));
}

function schemasOf(contract: Contract, operation: Operation): OperationSchemas {
  const { id, parameters } = operation;
  const read = (part: 'body' | 'answer') => () => {
    const schema = operation[part];
    return schema === undefined ? undefined : schemaOf(contract, `the ${part} of ${id}`, schema);
  };
  const [path, body, answer] = together([
    () => pathSchemaOf(contract, `the path of ${id}`, parameters),
    read('body'),
    read('answer'),
  ]);
  return { operation, path, body, answer };
}
