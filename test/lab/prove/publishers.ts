import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { filesOf } from '../../system.ts';

/** What publishes a figure, and what tells the full form of a test from the short one. */
const roots = ['test/lab/prove/figure.ts', 'test/lab/prove/often.ts'];

/** The files that lead to one of these: by its import, or by the import of such a file. */
function publishing(): ReadonlySet<string> {
  const files = filesOf('test/!(prove|mutation)/**/*.ts').concat(filesOf('test/*.ts'));
  const found = new Set(roots);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const file of files) if (importsOf(file).some((one) => found.has(one))) found.add(file);
  }
  return found;
}

function importsOf(file: string): string[] {
  const imports = readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g);
  return [...imports].map(([, path = '']) => posix.join(file, '..', path));
}

/** The test files that have a full form, or publish figures under vitest. */
export function publishers(): string[] {
  return [...publishing()].filter((file) => file.endsWith('.test.ts')).toSorted();
}

/** The parts that `npm run prove` tells figures of; the soak takes longer and has its own command. */
export function publishedParts(): string[] {
  const files = [...publishing(), ...filesOf('test/{mutation,prove}/*.ts')].filter(
    (file) => !file.startsWith('test/lab/soak/') && !/^test\/prove\/.*\.test\.ts$/.test(file),
  );
  const parts = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bpart: '([^']+)'/g)].map(([, part = '']) => part),
  );
  return [...new Set(parts)].toSorted();
}
