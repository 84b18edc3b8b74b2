import { createReadStream, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { pathOf } from '../terminal/options.ts';
import { UsageError } from '../usage-error.ts';
import { fileProblem, withFile } from '../with-file.ts';
import type { Item, Table } from './table.ts';

// Files of JSON Lines: an item in each line, in the form of DynamoDB.

/** A name of its own for each run, in the folder of the user. Git ignores the file. */
export function itemFileName(start: string): string {
  const time = new Date().toISOString().replaceAll(/[-:.]/g, '');
  return `${start}-${time}.jsonl`;
}

/** Begins a new file. */
export function createItemFile(file: string) {
  const descriptor = withFile(file, 'written', () => openSync(pathOf(file), 'ax'));
  return {
    /** The items are on the disk when it returns. */
    add(items: readonly Item[]): void {
      withFile(file, 'written', () => {
        writeFileSync(descriptor, items.map((item) => `${JSON.stringify(item)}\n`).join(''));
        fsyncSync(descriptor);
      });
    },
  };
}

/** An item has 400 kB at most. As JSON, each of its bytes needs six characters at most (`\u0001`), beside its names. */
const longestLine = 16_000_000;

/**
 * The items of a file, one after the other: a file can be larger than the memory. Editors leave out the end of the last
 * line. If that line is cut off, `leaveOut` is called with a sentence. Without it, the file is refused.
 */
export async function* readItemFile(
  file: string,
  table: Table,
  leaveOut?: (sentence: string) => void,
): AsyncGenerator<Item> {
  let lineNumber = 0;
  let rest = '';
  for await (const text of textsOf(file)) {
    // Only "\n" ends a line. JSON does not escape U+2028 and U+2029, at which node:readline also ends one.
    const lines = text.split('\n');
    lines[0] = rest + (lines[0] ?? '');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      lineNumber += 1;
      yield itemIn(line, table) ?? refuse(file, lineNumber, table);
    }
    if (rest.length > longestLine) refuse(file, lineNumber + 1, table);
  }
  const last = itemIn(rest, table);
  if (last !== undefined) yield last;
  else if (rest !== '' && leaveOut === undefined) refuse(file, lineNumber + 1, table);
  else if (lineNumber === 0) throw new UsageError(`${file} has no item of ${table.name}.`);
  else if (rest !== '') leaveOut?.(`The last line of ${file} is cut off and was left out.`);
}

/** How many items a file has. Throws if a line is no item, so that nothing is done with a part of a wrong file. */
export async function countItems(...args: Parameters<typeof readItemFile>): Promise<number> {
  let count = 0;
  for await (const _ of readItemFile(...args)) count += 1;
  return count;
}

function refuse(file: string, lineNumber: number, { name }: Table): never {
  throw new UsageError(
    `Line ${lineNumber} of ${file} is no item of ${name}. Name a file with items of this table, or delete the line.`,
  );
}

function itemIn(line: string, { key, keyType }: Table): Item | undefined {
  try {
    const item = JSON.parse(line);
    return typeof item?.[key]?.[keyType] === 'string' ? item : undefined;
  } catch {
    return undefined;
  }
}

async function* textsOf(file: string): AsyncGenerator<string> {
  try {
    yield* createReadStream(pathOf(file), 'utf8');
  } catch (error) {
    throw fileProblem(file, 'read', error);
  }
}
