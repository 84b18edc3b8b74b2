import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../infra/project/problem.ts';
import {
  type Contract,
  describedIn,
  type Operation,
  operationOf,
  operationsOf,
} from './contract.ts';
import { keyTypeOf } from './key-type.ts';
import { together } from './problems.ts';
import { pathSchemaOf, schemaOf } from './schema.ts';
import type { Schema } from './schema-type.ts';
import type { RequestSchemas } from './validator.ts';

/** The lists of functions/service.ts that the contract has to fit. */
export interface Lists {
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  readonly tables: Readonly<Record<string, Table>>;
}

interface Table {
  readonly key: string;
  readonly type: string;
  /** The operation whose body is stored in it. */
  readonly bodyOf?: string;
}

/** What the contract says of an operation. */
export interface Schemas extends RequestSchemas {
  readonly id: string;
  /** Undefined if it answers no JSON. */
  readonly answer: Schema | undefined;
}

/** Reads the schemas of each operation. Throws each Problem of the contract, also with the lists of the service. */
export function schemasOf(contract: Contract, { routes, tables }: Lists): readonly Schemas[] {
  const described = describedIn(contract);
  // Each operation is read twice: first by itself, so that a fault of one does not hide those in the schemas of another.
  // Then all at once, because the lists are compared only with operations that have no fault. A Problem is said once.
  const [all] = together([
    () => together(described.map((one) => () => readSchemas(contract, operationOf(contract, one)))),
    () => {
      const operations = operationsOf(contract);
      together([
        () => checkRoutes(operations, routes),
        () => checkTables(contract, operations, tables),
      ]);
    },
  ]);
  return all;
}

function readSchemas(contract: Contract, { id, parameters, ...json }: Operation): Schemas {
  const read = (part: 'body' | 'answer') => () =>
    json[part] === undefined ? undefined : schemaOf(contract, `the ${part} of ${id}`, json[part]);
  const [path, body, answer] = together([
    () => pathSchemaOf(contract, `the path of ${id}`, parameters),
    read('body'),
    read('answer'),
  ]);
  return { id, path, body, answer };
}

function checkRoutes(operations: readonly Operation[], routes: Lists['routes']): void {
  const checks = routes.map(({ method, path }) => () => {
    if (operations.some((one) => one.method === method && one.path === path)) return;
    throw new Problem(`openapi.yaml has no ${method} ${path}, which functions/service.ts lists.`);
  });
  together(checks);
}

function checkTables(
  contract: Contract,
  operations: readonly Operation[],
  tables: Lists['tables'],
): void {
  const checks = Object.entries(tables).flatMap(([name, { key, type, bodyOf }]) => {
    if (bodyOf === undefined) return [];
    const stored = operations.find(({ id }) => id === bodyOf);
    return () => {
      const { body, answer } = stored ? readSchemas(contract, stored) : {};
      together([
        () => body && answer && checkAnswer(bodyOf, body, answer),
        () => {
          if (body && keyTypeOf(body, key) === type) return;
          throw new Problem(
            `functions/service.ts: the key ${key} of ${name} must be a required field of ${bodyOf} in openapi.yaml: an integer for N, or for S a text with minLength from 1 and maxLength to 512, an enum or a uuid.`,
          );
        },
      ]);
    };
  });
  together(checks);
}

/** What is stored in a table is answered as it is, also inside of a field. */
function checkAnswer(id: string, body: Schema, answer: Schema): void {
  const { properties: sent = {}, required = [] } = body;
  const checks = Object.entries(answer.properties ?? {}).map(([name, field]) => () => {
    const isThere = required.includes(name) || !answer.required?.includes(name);
    if (isThere && isDeepStrictEqual(sent[name], field)) return;
    throw new Problem(
      `openapi.yaml: the answer of ${id} cannot have another field ${name} than its body, so write it once, and a $ref in both.`,
    );
  });
  together(checks);
}
