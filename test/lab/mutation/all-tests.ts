import { resolve } from 'node:path';
import { filesOf } from '../../system.ts';
import { mutatedGroup } from './groups.ts';

// One test file that loads all the tests of a group.
for (const pattern of mutatedGroup().tests) {
  for (const file of filesOf(pattern)) await import(resolve(file));
}
