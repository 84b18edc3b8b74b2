import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operationOf, readContract } from '../../../tools/contract/contract.ts';
import { checkGenerated, generate } from '../../../tools/contract/generated.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const sale = `
paths:
  /orders:
    post:
      operationId: placeOrder
      summary: Place an order
      requestBody: &sold
        content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }
      responses: { '200': *sold, '400': { content: { application/json: { schema: { $ref: '#/components/schemas/Refusal' } } } } }
components:
  schemas:
    Order: { type: object, properties: { note: { type: string } } }
    Text: { type: string }
    My-Refusal: { type: object, properties: { note: { type: string } } }
    Refusal: { type: object, properties: { code: { type: integer, format: int32 } } }`;

const files = [
  'functions/place-order/contract.generated.ts',
  'functions/place-order/validate-event.generated.ts',
  'tools/contract/client/contract.generated.ts',
];

/** A project with the folders of the generated files. */
function project() {
  const folder = temporaryFolder();
  for (const path of files) mkdirSync(join(folder, path, '..'), { recursive: true });
  return folder;
}

it('the generated files of this project fit openapi.yaml', () => {
  expect(checkGenerated).not.toThrow();
});

it('the first operation with a body and without parameters has code, and the others are named', () => {
  const paths = 'paths:\n  /orders/{id}: { put: { requestBody: {}, responses: {} } }';
  const get = '/orders:\n    x-note: {}\n    get: { responses: {} }';
  const contract = readContract(sale.replace('paths:', paths).replace('/orders:', get));
  const others = ['PUT /orders/{id}', 'GET /orders'];
  expect(operationOf(contract)).toMatchObject({ method: 'POST', path: '/orders', others });
});

describe('generate', () => {
  it('writes the files of any operation, and then only those that have changed', () => {
    const folder = project();
    expect(generate(sale, folder)).toEqual(files);
    expect(generate(sale, folder)).toEqual([]);
    checkGenerated(sale, folder);
    const described = sale.replace('Order: { type', 'Order: { description: One order., type');
    const message = `${files[0]} does not fit openapi.yaml. Run: npm run generate`;
    expect(() => checkGenerated(described, folder)).toThrow(message);
    writeFileSync(join(folder, files[1] ?? ''), '');
    expect(generate(sale, folder)).toEqual([files[1]]);
    expect(readFileSync(join(folder, files[2] ?? ''), 'utf8')).toContain("path: '/orders'");
  });

  it('reads a request and examples that are in components', () => {
    const [folder, moved] = [project(), project()];
    const examples =
      "application/json: { examples: { one: { $ref: '#/components/examples/One' } },";
    const body = sale.match(/&sold\n +(.+)/)?.[1] ?? '';
    const other = sale
      .replace(/&sold\n.+/, "{ $ref: '#/components/requestBodies/New' }")
      .replace('*sold', `{ ${body} }`)
      .replace(/(?<='400': .*)application\/json: \{/, examples)
      .concat(`\n  requestBodies: { New: { ${body} } }`)
      .concat('\n  examples: { One: { summary: Too many., value: { error: 7, message: no } } }');
    generate(sale, folder);
    expect(generate(other, moved)).toEqual(files);
    const [code, withError] = [folder, moved].map((one) =>
      readFileSync(join(one, files[2] ?? ''), 'utf8'),
    );
    expect(withError).toBe(code?.replace('ErrorCode = never', 'ErrorCode = 7'));
  });

  it('ends no comment before its end', () => {
    const folder = project();
    const description = 'summary: Place an order. */* */';
    const noted = sale.replace('Order: {', 'Order: { description: "Of */* .",');
    generate(noted.replace('summary: Place an order', description), folder);
    const code = readFileSync(join(folder, files[2] ?? ''), 'utf8');
    expect(code.match(/^\/\*\* .*/gm)?.slice(0, 1)).toEqual(['/** Of * /* . */']);
    expect(code).toContain('/** Place an order. * /* * /. */');
  });

  it.each(
    `
type: string | type: string, format: uuid | openapi.yaml: no code is made for format at Order.note.
type: string | type: string, pattern: '(' | openapi.yaml: no code is made for pattern ( at Order.note.
type: string | type: [string, 'null'] | openapi.yaml: no code is made for type string,null at Order.note.
type: string | type: integer, format: uint8 | openapi.yaml: no code is made for format uint8 at Order.note.
type: string | type: array | openapi.yaml: no code is made for type  at Order.note[].
type: string | $ref: '#/components/schemas/Order' | openapi.yaml: no code is made for $ref #/components/schemas/Order at Order.note.
type: string | $ref: '#/components/schemas/No' | openapi.yaml: no code is made for $ref #/components/schemas/No at Order.note.
type: string | $ref: '#/components/schemas/Order', maxLength: 3 | openapi.yaml: no code is made for maxLength at Order.note.
note: | not-a-name: | openapi.yaml: no code is made for a field not-a-name at Order.
note: | constructor: | openapi.yaml: no code is made for a field constructor at Order.
properties: | additionalProperties: false, properties: | openapi.yaml: no code is made for additionalProperties at Order.
properties: | allOf: [{ type: object, properties: { note: { type: string } } }], properties: | openapi.yaml: no code is made for a second note at Order.
type: string | allOf: [{ $ref: '#/components/schemas/Text' }] | openapi.yaml: no code is made for allOf with a value of type string at Order.note.
type: string | type: object | openapi.yaml: no code is made for an object without properties at Order.note.
properties: | required: [name], properties: | openapi.yaml: no code is made for required name at Order.
placeOrder | place-order | openapi.yaml: no code is made for the name place-order: use letters and digits.
Refusal' | My-Refusal' | openapi.yaml: no code is made for the name My-Refusal: use letters and digits.
'400': { content | '400': { more | openapi.yaml: the answer 400 of /orders needs a $ref to an object, as application/json.
summary: Place an order | summary: *Place | openapi.yaml is not valid YAML: Unresolved alias (the anchor must be set before the alias): Place
paths: | path: | openapi.yaml has no paths.
/orders: | /orders/{id}: | openapi.yaml has no operation with a body and without parameters.
summary | parameters | openapi.yaml has no operation with a body and without parameters.
type: string | type: integer, format: int64 | openapi.yaml: format int64 at Order.note loses digits. Use a string there.
type: string | type: array, items: { type: integer, format: int64 } | openapi.yaml: format int64 at Order.note[] loses digits. Use a string there.
format: int32 | format: int64 | openapi.yaml: format int64 at Refusal.code loses digits. Use a string there.
'200' | '201' | openapi.yaml: /orders has no answer 200.
requestBody | body | openapi.yaml has no operation with a body and without parameters.
type: object, properties | type: array, items: { type: string }, examples | openapi.yaml: the request of /orders needs a $ref to an object, as application/json.
{ $ref: '#/components/schemas/Order' } | { type: object } | openapi.yaml: the request of /orders needs a $ref to an object, as application/json.
type: string | type: integer | Order.note needs a minimum and a maximum between -9007199254740991 and 9007199254740991.
type: string | type: integer, maximum: 7 | Order.note needs a minimum and a maximum between -9007199254740991 and 9007199254740991.
type: string | type: integer, minimum: 7 | Order.note needs a minimum and a maximum between -9007199254740991 and 9007199254740991.
type: string | type: number, minimum: 0, maximum: 1e300 | Order.note needs a minimum and a maximum between -9007199254740991 and 9007199254740991.
paths: | paths: a: | openapi.yaml is not valid YAML: Nested mappings are not allowed in compact mappings at line 2, column 8:`
      .split('\n')
      .slice(1)
      .map((line) => line.split(' | ')),
  )('writes nothing for a contract with another %s: %s', (from = '', to = '', message) => {
    const folder = project();
    const other = sale.replace(from, () => to);
    const problem = expect.objectContaining({ name: 'Problem', message });
    expect(() => generate(other, folder)).toThrow(problem);
    expect(readdirSync(join(folder, 'functions/place-order'))).toEqual([]);
  });
});
