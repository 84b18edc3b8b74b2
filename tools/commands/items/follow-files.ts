import { createItemFile, itemFileName } from '../../shared/stored-items/item-file.ts';
import type { Item } from '../../shared/stored-items/table.ts';
import type { StreamChange } from './follow-change.ts';

/** The files of a run: what was deleted, what a change replaced and by what, and what was restored. */
export function createFollowFiles(table: string) {
  const files = {
    deleted: itemFileName(`deleted-${table}`),
    before: itemFileName(`before-${table}`),
    after: itemFileName(`after-${table}`),
    restored: itemFileName(`restored-${table}`),
  };
  const changed = new Set<string>();
  const open = new Map<string, ReturnType<typeof createItemFile>>();

  /** A file without an item is not made. */
  function add(file: string, item: Item | undefined): void {
    if (item === undefined) return;
    const itemFile = open.get(file) ?? createItemFile(file);
    open.set(file, itemFile);
    itemFile.add([item]);
  }

  function keep({ kind, key, before, after }: StreamChange): void {
    if (kind === 'changed') {
      const name = JSON.stringify(key);
      // Before its first change. With two lines of a key, nobody knows which one `undo` writes.
      if (!changed.has(name)) add(files.before, before);
      changed.add(name);
      add(files.after, after);
    } else add(files[kind], before ?? after);
  }

  return { files, keep };
}
