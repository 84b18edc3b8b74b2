import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { exactJson } from '../../../functions/http/answer.ts';
import { tables } from '../../../functions/service.ts';
import { type Example, example } from '../../../test/examples.ts';
import { readContract, targetOf } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import { schemaOf } from '../../contract/schema.ts';
import { oncePerProcess } from './once.ts';

// What the tests know of the contract. They call the operation whose bodies are stored in the first table.

interface Table {
  readonly bodyOf?: string;
  readonly key: string;
  readonly type: 'N' | 'S';
}

const stored = Object.entries<Table>(tables).find(([, { bodyOf }]) => bodyOf !== undefined);
if (stored === undefined) throw new Error('functions/service.ts has no table with bodies');

/** The table of these bodies, and its key. */
export const [tableName, { key, type: keyType, bodyOf }] = stored;

// To read YAML and to compile schemas for each test file took seconds.
const read = oncePerProcess('the contract of the tests', () => {
  const contract = readContract();
  const called = operationsOf(contract).find(({ id }) => id === bodyOf);
  if (called === undefined) throw new Error(`openapi.yaml has no operation ${bodyOf}`);
  const body = schemaOf(contract, 'the body', called.body);
  const answer = schemaOf(contract, 'the answer', called.answer);
  return { contract, called, body, answer };
});

// biome-ignore lint/suspicious/noExplicitAny: tests read what `npm run check` has checked by the rules of OpenAPI.
type Checked = any;

export const contract: Checked = read.contract;

/** What a part of the contract says, also if that stands where its $ref leads. */
export function resolved(part: unknown): Checked {
  return targetOf(contract, part);
}

/** The fields of the operation's body, with the rules of each. */
export const { properties: fields = {} } = read.body;

const { properties: answerFields = {} } = read.answer;

/** The path of the operation. */
export const { path } = read.called;

/** The operation as it is written in the contract. */
export const operation = operationIn(contract);

function operationIn(whole: Checked): Checked {
  return whole.paths[path][read.called.method.toLowerCase()];
}

/** The first field of a body, beside its key, that takes any text. A contract can have none. */
const [textField] = Object.entries(fields).flatMap(([name, { type, ...rules }]) => {
  const isFree = type === 'string' && name !== key && Object.keys(rules).length === 0;
  return isFree ? [name] : [];
});

/** The key of the table, as DynamoDB describes it. */
export const tableKey = { AttributeName: key, AttributeType: keyType } as const;

type Item = Readonly<Record<string, AttributeValue>>;

/** A value of the contract as DynamoDB describes it. */
export function attributeOf(value: unknown): AttributeValue {
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map(attributeOf) };
  if (typeof value === 'object') return { M: itemOf(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  return typeof value === 'string' ? { S: value } : { N: `${value}` };
}

/** A body in its table. */
export function itemOf(body: object): Record<string, AttributeValue> {
  const attributes = Object.entries(body).map(([name, value]) => [name, attributeOf(value)]);
  return Object.fromEntries(attributes);
}

function valueOfKey(body: Example): unknown {
  return Object(body)[key];
}

/** The text of its key. */
export function keyOf(body: Example): string {
  return `${valueOfKey(body)}`;
}

/** The fields of the contract in an item, in their order. It also says who stored it, and when. */
export function bodyPart(item: Item | undefined): Record<string, AttributeValue> | undefined {
  if (item === undefined) return undefined;
  const parts = Object.keys(fields).map((name) => [name, item[name]]);
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
}

/** The text that a client gets for a body that was stored: the fields of the answer. */
export function answerText(body: Example): string {
  const answered = Object.keys(answerFields).map((name) => [name, Object(body)[name]]);
  return exactJson(Object.fromEntries(answered));
}

/** An example with this text in a field that takes any text, if the contract has one. */
export function exampleWith(number: number, text: string): Example {
  return textField === undefined ? example(number) : { ...example(number), [textField]: text };
}

export function exampleJson(number?: number, text?: string): string {
  return exactJson(text === undefined ? example(number) : exampleWith(number ?? 7, text));
}

/** The body of the answer that stores the example. */
export function exampleAnswer(number?: number, text?: string): string {
  return answerText(text === undefined ? example(number) : exampleWith(number ?? 7, text));
}

/** The example in its table, and this text in an attribute that a later version could have added. */
export function exampleItem(number?: number, text?: string): Record<string, AttributeValue> {
  const item = itemOf(example(number));
  return text === undefined ? item : { ...item, remark: { S: text } };
}

export function exampleKey(number?: number) {
  return { [key]: attributeOf(valueOfKey(example(number))) };
}

/** The contract with one more required field in the body, which no example has. */
export function contractWithRequiredField(): string {
  const changed = readContract();
  const { content } = operationIn(changed).requestBody;
  const { schema } = content['application/json'];
  const another = {
    type: 'object',
    required: ['another'],
    properties: { another: { type: 'string' } },
  };
  content['application/json'].schema = { allOf: [schema, another] };
  // JSON is YAML.
  return JSON.stringify(changed);
}
