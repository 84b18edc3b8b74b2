import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkGenerated, generate } from '../../../tools/contract/generated.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const order = `
paths:
  /orders:
    post:
      operationId: placeOrder
      summary: Place an order
      requestBody: &order
        content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }
      responses: { '200': *order, '400': *order }
components:
  schemas:
    Order: { type: object, properties: { note: { type: string } } }`;

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

describe('generate', () => {
  it('writes the files of any operation, and then only those that have changed', () => {
    const folder = project();
    expect(generate(order, folder)).toEqual(files);
    expect(generate(order, folder)).toEqual([]);
    checkGenerated(order, folder);
    const described = order.replace('Order: { type', 'Order: { description: One order., type');
    const message = `${files[0]} does not fit openapi.yaml. Run: npm run generate`;
    expect(() => checkGenerated(described, folder)).toThrow(message);
    writeFileSync(join(folder, files[1] ?? ''), '');
    expect(generate(order, folder)).toEqual([files[1]]);
    expect(readFileSync(join(folder, files[2] ?? ''), 'utf8')).toContain("path: '/orders'");
  });

  it.each(
    `
type: string | type: string, format: uuid | format at Order.note
type: string | type: string, pattern: '(' | pattern ( at Order.note
type: string | type: [string, 'null'] | type string,null at Order.note
type: string | type: integer, format: uint8 | format uint8 at Order.note
type: string | type: array | type  at Order.note[]
type: string | $ref: '#/components/schemas/Order' | $ref #/components/schemas/Order at Order.note
type: string | $ref: '#/components/schemas/No' | $ref #/components/schemas/No at Order.note
type: string | $ref: '#/components/schemas/Order', maxLength: 3 | maxLength at Order.note
note: | not-a-name: | a field not-a-name at Order
note: | constructor: | a field constructor at Order
properties: | additionalProperties: false, properties: | additionalProperties at Order
properties: | allOf: [{ type: object, properties: { note: { type: string } } }], properties: | a second note at Order
/orders: | /orders/{id}: | the parameter in /orders/{id}`
      .split('\n')
      .slice(1)
      .map((line) => line.split(' | ')),
  )('makes no code for a contract with another %s: %s', (from = '', to = '', what) => {
    const folder = project();
    const message = `openapi.yaml: no code is made for ${what}.`;
    const problem = expect.objectContaining({ name: 'Problem', message });
    expect(() =>
      generate(
        order.replace(from, () => to),
        folder,
      ),
    ).toThrow(problem);
    expect(readdirSync(join(folder, 'functions/place-order'))).toEqual([]);
  });

  it.each([
    ['type: string', 'type: integer, format: int64', /int64 at Order\.note loses digits/],
    [
      'type: string',
      'type: array, items: { type: integer, format: int64 }',
      /note\[\] loses digits/,
    ],
    ['type: string', 'type: integer', /^Order\.note needs .* between -9007199254740991 and/],
    ['type: string', 'type: number, minimum: 0, maximum: 1e300', /^Order\.note needs a minimum/],
    ["'200'", "'201'", /has no answer 200/],
    ['requestBody', 'body', /has no operation with a body/],
    ['type: object, properties', 'type: array, items: { type: string }, examples', /to an object/],
    ["{ $ref: '#/components/schemas/Order' }", '{ type: object }', /the request .* needs a \$ref/],
  ])('refuses a contract with another %s: %s', (from, to, message) => {
    expect(() => generate(order.replace(from, to), project())).toThrow(message);
  });
});
