import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { exactJson } from '../../../functions/http/answer.ts';
import { tables } from '../../../functions/service.ts';
import { type Example, example } from '../../../test/examples.ts';
import { operationsOf, readContract, targetOf } from '../../contract/contract.ts';
import { schemaOf } from '../../contract/schema.ts';
import { oncePerProcess } from './once.ts';

// What the tests know of the contract. They call the operation whose bodies are stored in the first table.

interface Table {
  readonly bodyOf?: string;
  readonly key: string;
  readonly type: 'N' | 'S';
}

const all: Readonly<Record<string, Table>> = tables;
const [first] = Object.entries(all).filter(([, { bodyOf }]) => bodyOf !== undefined);
if (first === undefined) throw new Error('functions/service.ts has no table with bodies');

/** The table of these bodies, and its key. */
export const [tableName, { key, type: keyType, bodyOf }] = first;

// To read YAML and to compile schemas for each test file took seconds.
const { called, answerFields, ...read } = oncePerProcess('the contract of the tests', () => {
  const contract = readContract();
  const called = operationsOf(contract).find(({ id }) => id === bodyOf);
  if (called === undefined) throw new Error(`openapi.yaml has no operation ${bodyOf}`);
  const { properties: fields = {} } = schemaOf(contract, 'the body', called.body);
  const { properties: answerFields = {} } = schemaOf(contract, 'the answer', called.answer);
  return { contract, called, fields, answerFields };
});

/** The contract, and the fields of the operation's body, with the rules of each. */
export const { contract, fields } = read;

/** The path of the operation. */
export const { path } = called;

/** The operation as it is written in the contract. */
export const operation = contract.paths[path][called.method.toLowerCase()];

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

/** The errors of an operation of the contract: its examples of answers that are no success. */
export function failuresOf({ responses = {} }: Responses) {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, answer]) => {
      const { examples = {} } = targetOf(contract, answer).content?.['application/json'] ?? {};
      return Object.entries<FailureExample>(examples).map(([kind, shown]) => {
        const { summary: meaning, description: advice = '', value } = targetOf(contract, shown);
        return { kind, status: Number(status), meaning, advice, ...value };
      });
    });
}

/** Every error of the contract, in the order of the operations, which can share some. */
export const failureTable = Object.values<Readonly<Record<string, object>>>(contract.paths)
  .flatMap((item) => Object.values(item).flatMap(failuresOf))
  .filter(({ kind }, index, all) => all.findIndex((one) => one.kind === kind) === index);

interface Responses {
  readonly responses?: Readonly<Record<string, object>>;
}

interface FailureExample {
  readonly summary: string;
  readonly description?: string;
  readonly value: { readonly error: number; readonly message: string };
}

/** The contract's example of a failure, and its status. */
export function documented(error: number, failures = failureTable) {
  const found = failures.find((row) => row.error === error);
  if (found === undefined) throw new Error(`openapi.yaml has no example with error ${error}`);
  return { status: found.status, example: { error, message: found.message } };
}

/** The contract with one more required field in the body, which no example has. */
export function contractWithRequiredField(): string {
  const changed = readContract();
  const { content } = changed.paths[path][called.method.toLowerCase()].requestBody;
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
