import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { digestOf } from '../../../../functions/authorize/token.ts';
import type { StoredToken } from '../../../../functions/authorize/token-record.ts';
import { runTokenCommand } from '../../../commands/token/token-command.ts';
import { idOf as idOfToken } from '../../../commands/token/token-id.ts';
import { runHere } from '../run-here.ts';

export function token(...args: string[]) {
  return tokenWith(undefined, ...args);
}

/** A person types this when the command asks, if somebody is there. */
export async function tokenWith(answer: string | undefined, ...args: string[]) {
  const { code, out, notes } = await runHere(runTokenCommand, args, { answer });
  return { code, stdout: linesOf(out), stderr: linesOf(notes) };
}

function linesOf(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}

/** The id that the command shows for a token. */
export function idOf(text: string): string {
  return idOfToken(digestOf(text.trim()));
}

const tableName = 'Tokens';

/** The item of a token, as it is in the table. */
export async function itemOf(digest: string) {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient());
  return (await documents.send(new GetCommand({ TableName: tableName, Key: { digest } }))).Item;
}

export async function removeItem(digest: string): Promise<void> {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient());
  await documents.send(new DeleteCommand({ TableName: tableName, Key: { digest } }));
}

/** Noon of 1 November 2026, as seconds. */
export const noon = 1_793_534_400;

/** A token with a digest that starts as given; the rest is padding. */
export function storedToken(start: string, properties: Partial<StoredToken> = {}): StoredToken {
  return {
    digest: start.padEnd(64, '0'),
    client: 'nursery',
    lastFour: 'wXyZ',
    created: noon,
    ...properties,
  };
}
