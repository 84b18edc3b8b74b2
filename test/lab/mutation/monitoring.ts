import { filesOf } from '../../system.ts';

// One file for all tests of the group: each file would synthesize the stack again, which takes a second.
for (const file of filesOf('test/infra/monitoring/*.test.ts')) await import(`../../../${file}`);
