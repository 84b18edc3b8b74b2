import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../infra/project/problem.ts';
import { keyTypeOf, maxKeyLength } from './key-type.ts';
import type { OperationSchemas } from './operation-schemas.ts';
import { together, togetherForEach } from './problems.ts';
import type { Schema } from './schema-type.ts';

/** The lists of functions/service.ts that the contract has to fit. */
export interface ServiceLists {
  readonly routes: readonly Route[];
  readonly tables: Readonly<Record<string, Table>>;
}

interface Route {
  readonly method: string;
  readonly path: string;
}

interface Table {
  readonly key: string;
  readonly type: string;
  /** The operation whose body is stored in it. */
  readonly bodyOf?: string;
}

type All = readonly OperationSchemas[];

/** Throws all Problems of the contract with the lists at once. */
export function checkServiceLists({ routes, tables }: ServiceLists, all: All): void {
  together([
    () => togetherForEach(routes, (route) => checkRoute(route, all)),
    () => togetherForEach(Object.entries(tables), ([name, table]) => checkTable(name, table, all)),
  ]);
}

function checkRoute({ method, path }: Route, all: All): void {
  if (all.some(({ operation: one }) => one.method === method && one.path === path)) return;
  throw new Problem(`openapi.yaml has no ${method} ${path}, which functions/service.ts lists.`);
}

function checkTable(name: string, { key, type, bodyOf }: Table, all: All): void {
  if (bodyOf === undefined) return;
  const { body, answer } = all.find(({ operation }) => operation.id === bodyOf) ?? {};
  together([
    () => body && answer && checkAnswer(bodyOf, body, answer),
    () => {
      if (body && keyTypeOf(body, key) === type) return;
      throw new Problem(
        `functions/service.ts: the key ${key} of ${name} must be a required field of ${bodyOf} in openapi.yaml: an integer for N, or for S a text with minLength from 1 and maxLength to ${maxKeyLength}, an enum or a uuid.`,
      );
    },
  ]);
}

/** What is stored in a table is answered as it is, also inside of a field. */
function checkAnswer(id: string, body: Schema, answer: Schema): void {
  const { properties: sent = {}, required = [] } = body;
  togetherForEach(Object.entries(answer.properties ?? {}), ([name, field]) => {
    const isThere = required.includes(name) || !answer.required?.includes(name);
    if (isThere && isDeepStrictEqual(sent[name], field)) return;
    throw new Problem(
      `openapi.yaml: the answer of ${id} cannot have another field ${name} than its body, so write it once, and a $ref in both.`,
    );
  });
}
