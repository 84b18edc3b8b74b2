import { createReadStream, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { UsageError, withFile } from '../../usage-error.ts';
import { pathOf } from '../terminal/options.ts';
import type { Item, Table } from './table.ts';

// The notes of a restore are JSON Lines: an item that it writes into the table in each line.

/** Begins a new file. */
export function createNotes(file: string) {
  const descriptor = withFile(file, 'written', () => openSync(pathOf(file), 'ax'));
  return {
    /** They are on the disk when it returns. */
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

/** The noted items, one after the other: a file can be larger than the memory. */
export async function* readNotes(
  file: string,
  table: Table,
  note: (text: string) => void,
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
  if (lineNumber === 0) {
    throw new UsageError(
      `${file} has no complete line: its restore wrote nothing, or it is another file.`,
    );
  }
  if (rest !== '') {
    // The restore notes an item before it writes it.
    note(
      `The last line of ${file} is cut off and was left out. If the restore ended there, it never wrote this item.`,
    );
  }
}

function refuse(file: string, lineNumber: number, { name }: Table): never {
  throw new UsageError(
    `Line ${lineNumber} of ${file} is no item of ${name}. Name the file of a restore of this table, or delete the line.`,
  );
}

function itemIn(line: string, table: Table): Item | undefined {
  try {
    const item = JSON.parse(line);
    return typeof item?.[table.key] === 'object' ? item : undefined;
  } catch {
    return undefined;
  }
}

async function* textsOf(file: string): AsyncGenerator<string> {
  try {
    yield* createReadStream(pathOf(file), 'utf8');
  } catch (error) {
    withFile(file, 'read', () => {
      throw error;
    });
  }
}
