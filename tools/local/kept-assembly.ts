import { createHash } from 'node:crypto';
import {
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const project = dirname(dirname(import.meta.dirname));
/** The kept assemblies, and the folders of unfinished ones. */
export const cache = join(project, 'node_modules/.cache/assembly');

/** The files that a synthesis reads, without manuals. npm writes the second lock file, with the packages that are installed. */
const sources = [
  'functions',
  'infra',
  'tools',
  'cdk.json',
  'openapi.yaml',
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'tsconfig.json',
];

/**
 * The assembly of the sources as they are now. Any number of processes can use it at the same time: it gets its
 * name by one rename, and is deleted after no process has used it for a day.
 */
export function keptAssembly(from = project, parent = cache) {
  const name = fingerprint(from);
  const folder = join(parent, name);
  return {
    folder,
    isThere: () => markAsUsed(folder),
    /** Moves an assembly here, unless a file has changed since it was begun. Returns whether it was moved. */
    keep(assembly: string): boolean {
      if (fingerprint(from) !== name) return false;
      try {
        renameSync(assembly, folder);
      } catch {
        return false; // It is in another file system, or another process kept the same one first.
      }
      for (const other of readdirSync(parent)) removeIfUnused(join(parent, other));
      return true;
    },
  };
}

const hourMilliseconds = 3_600_000;

/** Until the returned function is called, no process removes this folder. */
export function use(folder: string): () => void {
  // No timer runs while the machine is suspended. Other processes see by this file that the user still runs.
  const mark = join(folder, `${process.pid}.user`);
  ignoreErrors(() => writeFileSync(mark, ''));
  const timer = setInterval(markAsUsed, hourMilliseconds, folder).unref();
  return () => {
    clearInterval(timer);
    ignoreErrors(() => rmSync(mark, { force: true }));
  };
}

/** Returns false if there is no such folder, or if it cannot be written. */
function markAsUsed(folder: string): boolean {
  return ignoreErrors(() => utimesSync(folder, new Date(), new Date()));
}

function removeIfUnused(folder: string): void {
  // Perhaps another process removes it first, or nobody can.
  ignoreErrors(() => {
    if (Date.now() - statSync(folder).mtimeMs < 24 * hourMilliseconds) return;
    if (readdirSync(folder).some(isUser)) return;
    // First renamed, so that no process finds half of it.
    renameSync(folder, `${folder}-old`);
    rmSync(`${folder}-old`, { recursive: true });
  });
}

/** Whether this file is the mark of a process that runs. */
function isUser(name: string): boolean {
  const [, pid] = /^(\d+)\.user$/.exec(name) ?? [];
  return pid !== undefined && ignoreErrors(() => process.kill(Number(pid), 0));
}

/** Returns whether the work was done. */
function ignoreErrors(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function fingerprint(from: string): string {
  const hash = createHash('sha256').update(process.version);
  hash.update(process.env['CDK_CONTEXT_JSON'] ?? '');
  for (const file of sources.flatMap((source) => filesIn(join(from, source)))) {
    const content = readFileSync(file);
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesIn(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (stats.isFile()) return path.endsWith('.md') ? [] : [path];
  const names = readdirSync(path).toSorted();
  return names.flatMap((name) => filesIn(join(path, name)));
}
