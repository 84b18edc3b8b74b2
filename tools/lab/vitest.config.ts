import { defineConfig } from 'vitest/config';
import root from '../../vitest.config.ts';

// The longest tests, and those that need the packages of this folder.
export default defineConfig({
  test: {
    ...root.test,
    testTimeout: 300_000,
    include: ['tools/lab/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
  },
});
