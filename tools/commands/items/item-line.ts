import { DynamoDBDocumentClient, NumberValue } from '@aws-sdk/lib-dynamodb';
import type { Target } from '../../shared/target/target.ts';
import { printableJson } from '../../shared/terminal/printable.ts';

export function documentsOf({ client }: Target): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(client, { unmarshallOptions: { wrapNumbers: true } });
}

export function lineOfItem(item: object): string {
  return printableJson(jsonOf(item));
}

/** The digits of each number as they are stored. JSON.rawJSON does the same, but Node 20 in CloudShell lacks it. */
function jsonOf(value: unknown): string {
  if (value instanceof NumberValue) return value.value;
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  if (Object.getPrototypeOf(Object(value)) !== Object.prototype) return JSON.stringify(value);
  const members = Object.entries(value as object).map(
    ([name, member]) => `${JSON.stringify(name)}:${jsonOf(member)}`,
  );
  return `{${members.join(',')}}`;
}
