import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, vi } from 'vitest';
import { runRestoreCommand } from '../../../commands/restore/restore-command.ts';
import type { Item } from '../../../shared/stored-items/table.ts';
import { startDynamodb } from '../../setup/embedded-dynamodb.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { runHere } from '../run-here.ts';
import { storeAll } from '../store-all.ts';

// The command in this process, between tables that a test can look into.

const dynamodb = await startDynamodb();
/** The tables themselves, also while a proxy stands before them. */
export const client = new DynamoDBClient({ endpoint: dynamodb.url });
afterAll(async () => {
  client.destroy();
  await dynamodb.stop();
});

export function put(tableName: string, items: readonly Item[]): Promise<void> {
  return storeAll(client, tableName, items);
}

/** As texts, in the order of these: DynamoDB has its own order, of items and of their attributes. */
export async function itemsOf(tableName: string): Promise<string[]> {
  const { Items = [] } = await client.send(
    new ScanCommand({ TableName: tableName, ConsistentRead: true }),
  );
  return sorted(Items);
}

export function sorted(values: readonly unknown[]): string[] {
  return values.map(textOf).toSorted();
}

/** A value as JSON, with the names in their order. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part === null || typeof part !== 'object' || Array.isArray(part)
      ? part
      : Object.fromEntries(Object.entries(part).toSorted()),
  );
}

/** Runs the command in a folder of its own, and reads the notes there. */
export async function restore(words: readonly string[], folder = temporaryFolder()) {
  // npm changes to the project, and this variable has the user's folder.
  vi.stubEnv('INIT_CWD', folder);
  const { code, out, notes } = await runHere(runRestoreCommand, words);
  return outcomeOf(folder, code, out.join('\n'), notes.join('\n'));
}

/** What a run of the command did. */
export function outcomeOf(folder: string, code: number | null, stdout: string, stderr: string) {
  // The command that it has printed.
  const [, undo = ''] = /npm run restore -- (.+)/.exec(stderr) ?? [];
  return {
    code,
    stdout,
    stderr,
    printed: jsonLinesOf(stdout),
    notes: () =>
      readdirSync(folder).flatMap((file) => jsonLinesOf(readFileSync(join(folder, file), 'utf8'))),
    undo: () => restore(undo.split(' '), folder),
  };
}

function jsonLinesOf(text: string) {
  const lines = text.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}
