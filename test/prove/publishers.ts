import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const importsFigure = /from '[./]+\/(?:prove\/)?figure\.ts'/;

function publishing(exclude: string[]) {
  return globSync('test/**/*.ts', { exclude }).filter((file) =>
    importsFigure.test(readFileSync(file, 'utf8')),
  );
}

/** What publishes figures under vitest: a test file, or the folder of what its tests share. */
export function publishers(): string[] {
  const filters = publishing(['test/prove/**', 'test/mutation/**']).map((file) =>
    file.endsWith('.test.ts') ? file : `${dirname(file)}/`,
  );
  return [...new Set(filters)].toSorted();
}

/** The parts that `npm run prove` tells figures of; the soak takes longer and has its own command. */
export function publishedParts(): string[] {
  const parts = publishing(['test/prove/*.test.ts', 'test/soak/**']).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bpart: '([^']+)'/g)].map(([, part = '']) => part),
  );
  return [...new Set(parts)].toSorted();
}
