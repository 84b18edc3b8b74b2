import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { mutatedGroup } from './groups.ts';

// One test file that loads all the tests of a group.
for (const pattern of mutatedGroup().tests) {
  for (const file of globSync(pattern).toSorted()) await import(resolve(file));
}
