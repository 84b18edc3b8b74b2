import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
// The types of what can be injected.
import type {} from './global-setup.ts';

/** A new empty folder. It is removed with all others after the last test. */
export function temporaryFolder(): string {
  return mkdtempSync(join(inject('temporary'), 'folder-'));
}
