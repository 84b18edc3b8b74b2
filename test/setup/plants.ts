import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { parse } from 'yaml';
import { type NewPlant, plantOf } from '../../functions/create-plant/plant.ts';
import { routes, tables } from '../../functions/service.ts';
import { contractText, targetOf } from '../../tools/contract/contract.ts';
import { schemaOf } from '../../tools/contract/schema.ts';

// The plants of the tests. For another contract, the code down to the line is written again.

/** A required text, beside the key. It takes each word. */
export const textField = 'name';

/** Each number, of at most 12 digits, has its own plant. With another text, it is another plant under the same key. */
export function plant(number = 7, text = 'Fern'): NewPlant {
  return { id: BigInt(number), [textField]: text };
}

/** Plants under one key that are as similar as different plants can be. */
export const similarPlants: readonly Omit<NewPlant, typeof key>[] = [
  ...[{ name: 'Fern' }, { name: 'Fern', tag: '' }, { name: '', tag: 'Fern' }, { name: '' }],
  ...[
    { name: 'Fern', tag: 'indoor' },
    { name: 'Fern', tag: 'Indoor' },
  ],
  ...[{ name: 'Fern ', tag: 'indoor' }, { name: 'Fe\u0301rn' }, { name: 'F\u00e9rn' }],
];

// ---- What follows from them, from the contract and from the source.

export const { key } = tables.Plants;
export const path = routes.find(({ functionName }) => functionName === 'CreatePlant')?.path ?? '';

export const contract = parse(contractText());
export const operation = contract.paths[path].post;

/** The fields of its body, with the rules of each. */
export const { properties: fields = {} } = schemaOf(
  contract,
  'a plant',
  operation.requestBody.content['application/json'].schema,
);

/** The key of the table, as DynamoDB describes it. */
export const tableKey = { AttributeName: key, AttributeType: tables.Plants.type } as const;

type Item = Readonly<Record<string, AttributeValue>>;

/** A value of the contract as DynamoDB describes it. */
export function attributeOf(value: unknown): AttributeValue {
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map(attributeOf) };
  if (typeof value === 'object') return { M: itemOf(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  return typeof value === 'string' ? { S: value } : { N: `${value}` };
}

/** The plant in its table. */
export function itemOf(plant: object): Record<string, AttributeValue> {
  const fields = Object.entries(plant).map(([name, value]) => [name, attributeOf(value)]);
  return Object.fromEntries(fields);
}

export function plantItem(number?: number, text?: string) {
  return itemOf(plant(number, text));
}

export function keyOf(plant: NewPlant): string {
  return `${plant[key]}`;
}

export function plantKey(number?: number) {
  return { [key]: attributeOf(plant(number)[key]) };
}

/** The fields of the contract in an item, in their order. It also says who stored it, and when. */
export function plantPart(item: Item | undefined): Record<string, AttributeValue> | undefined {
  if (item === undefined) return undefined;
  const parts = Object.keys(fields).map((name) => [name, item[name]]);
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
}

/** JSON with integers digit for digit. */
export function exactJson(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'bigint' ? JSON.rawJSON(String(part)) : part,
  );
}

/** Every error of the contract, in the order of the operations, which can share some. */
export const failureTable = Object.values<object>(contract.paths)
  .flatMap((item) => Object.values(item))
  .flatMap(({ responses }) => Object.entries<object>(responses ?? {}))
  .flatMap(([status, answer]) => {
    const { examples = {} } = targetOf(contract, answer).content?.['application/json'] ?? {};
    return Object.entries<Example>(examples).map(([kind, example]) => {
      const { summary: meaning, description: advice = '', value } = example;
      return { kind, status: Number(status), meaning, advice, ...value };
    });
  })
  .filter(({ status }) => status >= 400)
  .filter(({ kind }, index, all) => all.findIndex((one) => one.kind === kind) === index);

interface Example {
  readonly summary: string;
  readonly description?: string;
  readonly value: { readonly error: number; readonly message: string };
}

/** The contract's example of a failure, and its status. */
export function documented(error: number) {
  const found = failureTable.find((row) => row.error === error);
  if (found === undefined) throw new Error(`openapi.yaml has no example with error ${error}`);
  return { status: found.status, example: { error, message: found.message } };
}

export function plantJson(number?: number, name?: string): string {
  return exactJson(plant(number, name));
}

/** The body of the answer that stores it. */
export function plantAnswer(number?: number, name?: string): string {
  return exactJson(plantOf(plant(number, name)));
}

/** The contract with one more required field, which no plant has. */
export function withRequiredField(openapi: string): string {
  const fields = /(required: \[)(.+\n.+properties:\n)( +)/;
  return openapi.replace(fields, '$1another, $2$3another: { type: string }\n$3');
}
