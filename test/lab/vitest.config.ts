import { defineConfig } from 'vitest/config';
import root from '../../vitest.config.ts';

// `npm run check` and `npm run prove` run these tests; `npm test` does not.
export default defineConfig({
  test: {
    ...root.test,
    testTimeout: 300_000,
    include: ['test/lab/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
  },
});
