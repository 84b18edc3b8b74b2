import { tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import root from '../../../vitest.config.ts';

// The tests of the functions need no synthesized stack.
export default defineConfig({
  test: {
    ...root.test,
    include: [
      'test/functions/**/*.test.ts',
      'test/service/api/{handler,openapi}.test.ts',
      'test/service/histories/alone.test.ts',
    ],
    globalSetup: [],
    provide: { temporary: tmpdir() },
    // A short time would kill mutants on a busy machine.
    testTimeout: 30_000,
  },
});
