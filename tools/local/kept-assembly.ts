import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { onFile } from '../../infra/base.ts';

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
    /** Whether it is there, as it was kept. A damaged one is removed, because the user does not know it. */
    isWhole(): boolean {
      const sum = join(folder, sumName);
      if (existsSync(sum) && readFileSync(sum, 'utf8') === sumOf(folder)) return true;
      rmSync(folder, { recursive: true, force: true });
      return false;
    },
    /** Moves an assembly here, unless a file has changed since it was begun. Returns whether it was moved. */
    keep(assembly: string): boolean {
      if (fingerprint(from) !== name) return false;
      writeFileSync(join(assembly, sumName), sumOf(assembly));
      try {
        renameSync(assembly, folder);
      } catch {
        return false; // Another process kept the same one first.
      }
      for (const other of readdirSync(parent)) removeIfUnused(join(parent, other));
      return true;
    },
  };
}

const sumName = 'files.sum';

/** The hash of an assembly's files. After a loss of power, one of them can be cut off. */
function sumOf(folder: string): string {
  const files = filesIn(folder).filter((file) => !/\.(sum|user)$/.test(file));
  return hashOf(files, folder, '');
}

const dayMilliseconds = 24 * 3_600_000;

/** Until the returned function is called, no process removes this folder. */
export function use(folder: string): () => void {
  const mark = join(folder, `${process.pid}.user`);
  onFile(folder, 'written', () => writeFileSync(mark, ''));
  return () => rmSync(mark, { force: true });
}

/** Each use makes it young again: the mark that comes or goes changes its time. */
function removeIfUnused(folder: string): void {
  try {
    if (Date.now() - statSync(folder).mtimeMs < dayMilliseconds) return;
    if (readdirSync(folder).some(isUser)) return;
    rmSync(folder, { recursive: true });
  } catch {
    // Perhaps another process removes it first, or nobody can.
  }
}

/** Whether this file is the mark of a process that runs. */
function isUser(name: string): boolean {
  if (!name.endsWith('.user')) return false;
  try {
    return process.kill(Number.parseInt(name, 10), 0);
  } catch {
    return false;
  }
}

function fingerprint(from: string): string {
  const files = sources.flatMap((source) => filesIn(join(from, source)));
  return hashOf(files, from, process.version + (process.env['CDK_CONTEXT_JSON'] ?? ''));
}

function hashOf(files: readonly string[], folder: string, start: string): string {
  const hash = createHash('sha256').update(start);
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${relative(folder, file)}\0${content.length}\0`).update(content);
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
