import { join } from 'node:path';
import type { Part } from '../../contract/contract.ts';
import { writeContractCode } from '../../contract/contract-code.ts';
import { temporaryFolder } from './temporary-folder.ts';

// A small contract, for tests that are not about the contract of this service.

/** The schemas of a book's fields, with its key, which is called isbn. All are required, but `optional`. */
export interface BookContract {
  readonly fields: Readonly<Record<string, Part>>;
  readonly optional?: readonly string[];
}

/** The answer has each field but the key. */
export function openapiOf({ fields, optional = [] }: BookContract): string {
  const object = (names: readonly string[]) => ({
    type: 'object',
    required: names.filter((name) => !optional.includes(name)),
    properties: Object.fromEntries(names.map((name) => [name, fields[name]])),
  });
  const names = Object.keys(fields);
  const [Book, NewBook] = ['Book', 'NewBook'].map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }));
  const content = (schema: unknown) => ({ content: { 'application/json': { schema } } });
  const post = {
    operationId: 'createBook',
    requestBody: content(NewBook),
    responses: { 200: content(Book) },
  };
  // JSON is YAML.
  return JSON.stringify({
    paths: { '/books': { post } },
    components: {
      schemas: { Book: object(names.filter((name) => name !== 'isbn')), NewBook: object(names) },
    },
  });
}

/** What functions/service.ts would list for it. */
export function bookLists({ isbn }: BookContract['fields']) {
  const type = isbn?.['type'] === 'integer' ? 'N' : 'S';
  return {
    routes: [{ method: 'POST', path: '/books' }],
    tables: { Books: { bodyOf: 'createBook', key: 'isbn', type } },
  };
}

/** The code that is generated for the operation. */
export async function bookCode(contract: BookContract, openapi = openapiOf(contract)) {
  const project = temporaryFolder();
  const folder = await writeContractCode(openapi, project, bookLists(contract.fields));
  return import(join(project, folder, 'create-book.generated.ts'));
}
