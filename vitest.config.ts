import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/synthesize-once.ts', 'test/api/target.ts'],
    // What Lambda gives a function; the keys open nothing but local tables.
    env: { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    // Another DynamoDB has its tables once, and each file empties them.
    fileParallelism: process.env['DYNAMODB_URL'] === undefined,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: {
      include: ['functions/**/*.ts'],
      exclude: ['**/*.generated.ts'],
      thresholds: { 100: true },
    },
  },
});
