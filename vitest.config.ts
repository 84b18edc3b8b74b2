import module from 'node:module';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { compileCache } from './tools/test/setup/compile-cache.ts';
import { Sequencer } from './tools/test/setup/sequencer.ts';
import { readTestedStage, type TestedStage } from './tools/test/setup/tested-stage.ts';
import './tools/test/setup/without-aws.ts';

// Vite sets its own BASE_URL in the workers, so it is read here, and not if a test imports this file.
const testedStage =
  process.env['VITEST_WORKER_ID'] === undefined ? testedStageOf(process.env) : null;

/** Ends the run before each test fails for the same reason. */
function testedStageOf(env: NodeJS.ProcessEnv): TestedStage | null {
  try {
    return readTestedStage(env);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

// Tests reach only this machine, so no proxy may take their requests. A deployed service can be behind one.
if (testedStage === null) Object.assign(process.env, { NO_PROXY: '*', no_proxy: '*' });

module.enableCompileCache?.(compileCache.NODE_COMPILE_CACHE);

/** Only a test that hangs takes so long, also on a busy machine. Others say so by tools/test/setup/slow.ts. */
const hangMilliseconds = 120_000;

export default defineConfig({
  test: {
    include: ['{test,tools/test}/**/*.test.ts'],
    globalSetup: ['tools/test/setup/global-setup.ts'],
    provide: { testedStage },
    // Files share their worker, as setupFiles says.
    isolate: false,
    // What Vite makes of a file is kept in node_modules until the file changes.
    fsModuleCache: true,
    // What the functions log is only printed of a test that fails.
    silent: 'passed-only',
    setupFiles: ['tools/test/setup/shared-worker.ts'],
    sequence: { sequencer: Sequencer },
    env: {
      // The variables that Lambda sets. The keys are only valid for local tables.
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      ...compileCache,
    },
    // One more than there are cores: some workers wait for a process that they started.
    maxWorkers: availableParallelism() + 1,
    // All files share the tables of another DynamoDB, and each file empties them.
    fileParallelism: process.env['DYNAMODB_URL'] === undefined,
    testTimeout: hangMilliseconds,
    hookTimeout: hangMilliseconds,
    coverage: {
      include: ['functions/**/*.ts'],
      exclude: ['**/*.generated.ts'],
      thresholds: { 100: true },
    },
  },
});
