import { cpSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generate } from '../../tools/contract/contract-code.ts';
import { temporaryFolder } from './temporary-folder.ts';

// A small contract, for tests that are not about plants.

/** What a contract says about a field. */
export type Rules = Readonly<Record<string, unknown>>;

/** The fields of a book. The first one is the key. All are required, but `optional`. */
export interface BookContract {
  readonly fields: Readonly<Record<string, Rules>>;
  readonly optional?: readonly string[];
}

export function openapiOf({ fields, optional = [] }: BookContract): string {
  const object = (names: readonly string[]) => ({
    type: 'object',
    required: names.filter((name) => !optional.includes(name)),
    properties: Object.fromEntries(names.map((name) => [name, fields[name]])),
  });
  const [key = '', ...others] = Object.keys(fields);
  const [Book, NewBook] = ['Book', 'NewBook'].map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }));
  const content = (schema: unknown) => ({ content: { 'application/json': { schema } } });
  const post = { requestBody: content(NewBook), responses: { 200: content(Book) } };
  const all = { type: 'object', allOf: [object([key]), Book] };
  // JSON is YAML.
  return JSON.stringify({
    paths: { '/books': { post } },
    components: { schemas: { Book: object(others), NewBook: all } },
  });
}

/** A folder with the functions' sources for this contract. */
export function bookFunctions(contract: BookContract): string {
  const project = temporaryFolder();
  const there = join(project, 'functions');
  cpSync('functions', there, { recursive: true });
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'), 'junction');
  generate(openapiOf(contract), project);
  return there;
}
