import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, it } from 'vitest';
import { apiOf } from '../../../tools/contract/api.ts';
import { readContract } from '../../../tools/contract/contract.ts';
import { clientCode } from '../../../tools/contract/types-code.ts';
import { validatorCode } from '../../../tools/contract/validator-code.ts';

const openapi = `
paths:
  /orders:
    post:
      operationId: placeOrder
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }
      responses:
        '200': { content: { application/json: { schema: { $ref: '#/components/schemas/Sent' } } } }
components:
  schemas:
    Sent:
      type: object
      required: [lines]
      properties:
        lines: { type: array, items: { $ref: '#/components/schemas/Line' } }
        gift: { type: boolean }
        sizes: { type: array, items: { type: number, minimum: 0, maximum: 1 } }
    Line:
      allOf:
        - { type: object, required: [sku], properties: { sku: { type: string, pattern: '^[\\p{Ll}$]+$' } } }
        - type: object
          properties:
            count: { type: integer, format: int32, minimum: 1 }
            colour: { type: string, enum: [red, green] }
    Order:
      type: object
      required: [id, lines]
      properties:
        id: { type: integer, format: int64, maximum: 9007199254740993 }
        lines: { type: array, minItems: 1, maxItems: 20, items: { $ref: '#/components/schemas/Line' } }
        note: { type: string, minLength: 1, maxLength: 3 }
        price: { type: number, minimum: 0, maximum: 0.5 }
        gift: { type: boolean }
        sender: { type: object, required: [name], properties: { name: { type: string, minLength: 2 } } }`;

const api = apiOf(readContract(openapi));
const module = validatorCode(api);
const { validateEvent } = await load(module);

function load(code: string) {
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** The sentence for an order that is right but for these values; undefined if it is right. */
function sentenceOf(values: object, sale: object = { id: 7n, lines: [{ sku: 'fern' }] }) {
  if (validateEvent({ body: { ...sale, ...values } })) return undefined;
  return validateEvent.errors.join('; ');
}

function lines(...values: unknown[]) {
  return { lines: values };
}
const sku = 'fern';

describe('the validator', () => {
  it.each([
    [
      { id: 2n ** 53n + 2n },
      'id must be an integer between -9223372036854775808 and 9007199254740993',
    ],
    [{ id: 7 }, /^id must be an integer between/],
    [{ lines: 7 }, 'lines must be a list with 1 to 20 items'],
    [lines(), 'lines must be a list with 1 to 20 items'],
    [lines(...Array(21).fill({ sku })), 'lines must be a list with 1 to 20 items'],
    [lines({ sku }, 7), 'lines[1] must be a JSON object'],
    [lines({}), 'lines[0].sku is required'],
    [
      lines({ sku: 'A' }),
      'lines[0].sku must be a string of well-formed Unicode that matches ^[\\p{Ll}$]+$',
    ],
    [lines({ sku, count: 1.5 }), 'lines[0].count must be an integer between 1 and 2147483647'],
    [lines({ sku, count: 2 ** 31 }), /^lines\[0\]\.count must be/],
    [lines({ sku, count: '1' }), /^lines\[0\]\.count must be/],
    [lines({ sku, colour: 'blue' }), 'lines[0].colour must be one of "red", "green"'],
    [{ note: '' }, 'note must be a string of well-formed Unicode with 1 to 3 characters'],
    [{ note: '🌿🌿🌿🌿' }, /^note must be/],
    [{ note: '\ud800' }, /^note must be/],
    [
      { price: 0.6 },
      'price must be a number between 0 and 0.5, with a size of 0 or at least 1e-130',
    ],
    [{ price: 9e-131 }, /^price must be/],
    [{ price: -0.1 }, /^price must be/],
    [{ price: '0' }, /^price must be/],
    [{ gift: 'yes' }, 'gift must be true or false'],
    [{ sender: [] }, 'sender must be a JSON object'],
    [{ sender: {} }, 'sender.name is required'],
    [{ sender: { name: 'x' } }, /^sender\.name must be a string .* with 2 or more characters$/],
    [{ id: undefined, note: 7 }, /^id is required; note must be/],
  ])('refuses %o', (values, sentence) => {
    expect(sentenceOf(values)).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    );
  });

  it('accepts each value at its limits, and removes unknown fields below the body', () => {
    const sale = {
      ...{ id: -(2n ** 63n), lines: [{ sku: '$', count: 1, colour: 'red', more: 1 }] },
      ...{ note: '🌿🌿🌿', price: 0.5, gift: false, sender: { name: 'ab', more: { sku } } },
    };
    expect(sentenceOf({}, sale)).toBeUndefined();
    expect(sale.lines).toEqual([{ sku: '$', count: 1, colour: 'red' }]);
    expect(sale.sender).toEqual({ name: 'ab' });
    expect(
      sentenceOf({ id: 2n ** 53n + 1n, price: 1e-130, ...lines(...Array(20).fill({ sku })) }),
    ).toBeUndefined();
  });

  it('is not made for an int64 in a nested field, also if only the request has it', () => {
    const other = openapi.replace('string, minLength: 2', 'integer, format: int64');
    expect(() => apiOf(readContract(other))).toThrow('format int64 at Order.sender.name loses');
  });

  it('needs no other module', () => {
    expect(module).not.toMatch(/\b(require\(|import\b)/);
  });
});

describe('the code of the client', () => {
  const code = clientCode(api);

  it('has a type for each kind of value', () => {
    const line =
      '{ readonly sku: string; readonly count?: number | undefined; readonly colour?: "red" | "green" | undefined; }';
    expect(code.replaceAll(/\s+/g, ' ')).toContain(
      `export type Sent = { readonly lines: readonly (${line})[]; readonly gift?: boolean | undefined; ` +
        'readonly sizes?: readonly (number)[] | undefined; };',
    );
    expect(code).toContain("fields: { id: 'int64', lines: 'array', note: 'string?', price:");
  });

  it('checks each field of an answer, and takes values that a later service can have', async () => {
    const { isAnswer } = (await load(stripTypeScriptTypes(code))).placeOrder;
    const line = { sku, count: -1, colour: 'blue', more: 1 };
    const right = [lines(), { ...lines({ sku }, line), gift: true, sizes: [7], more: 1 }];
    const items = [null, {}, { sku: 7 }, { sku, count: '1' }, { sku, colour: 7 }];
    const others = [{ lines: {} }, { ...lines(), gift: 'no' }, { ...lines(), sizes: ['1'] }];
    const wrong = [null, 'fern', {}, ...others, ...items.map((item) => lines(item))];
    expect(right.map(isAnswer)).toEqual(right.map(() => true));
    expect(wrong.map(isAnswer)).toEqual(wrong.map(() => false));
  });
});
