import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** A copy of the last synthesis, for as long as nothing that it reads has changed. */
export interface KeptAssembly {
  /** Copies it to a new folder. Returns false if there is none. */
  readonly copyTo: (folder: string) => boolean;
  /** Keeps a copy of this folder instead, unless a file has changed since it was synthesized. */
  readonly keep: (folder: string) => void;
}

const project = dirname(dirname(dirname(import.meta.dirname)));
const cache = join(project, 'node_modules/.cache/assembly');

/** The files that a synthesis reads. npm writes the second lock file, with the packages that are installed. */
const sources = [
  'functions',
  'infra',
  'cdk.json',
  'openapi.yaml',
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'tsconfig.json',
];

/** Any number of processes may use it at the same time: each change of the cache is one rename. */
export function keptAssembly(from = project, folder = cache): KeptAssembly {
  const name = fingerprint(from);
  const kept = join(folder, name);
  return {
    copyTo(target) {
      try {
        cpSync(kept, target, { recursive: true });
        // If another process has removed it in the meantime, the copy may be incomplete.
        return existsSync(kept);
      } catch {
        return false;
      }
    },
    keep(assembly) {
      if (existsSync(kept) || fingerprint(from) !== name) return;
      try {
        mkdirSync(folder, { recursive: true });
        const others = readdirSync(folder).filter((other) => other !== name);
        const copy = mkdtempSync(join(folder, 'copy-'));
        cpSync(assembly, copy, { recursive: true });
        renameSync(copy, kept);
        for (const other of others) remove(join(folder, other));
      } catch {
        // This folder cannot be written, or another process kept the same one first.
      }
    },
  };
}

function remove(folder: string): void {
  const renamed = `${folder}-old`;
  renameSync(folder, renamed);
  rmSync(renamed, { recursive: true });
}

function fingerprint(from: string): string {
  const hash = createHash('sha256').update(process.version);
  hash.update(process.env['CDK_CONTEXT_JSON'] ?? '');
  for (const file of sources.flatMap((source) => filesIn(from, source))) {
    const content = readFileSync(join(from, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesIn(from: string, source: string): string[] {
  const path = join(from, source);
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [source];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted();
  return names
    .map((name) => join(source, name))
    .filter((file) => statSync(join(from, file)).isFile());
}
