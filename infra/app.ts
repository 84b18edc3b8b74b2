import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceName } from '../functions/service.ts';
import { bundleFunctions } from './build/bundle.ts';
import { Problem } from './project/problem.ts';
import { createApp } from './service-app.ts';

// Synthesizes the stage for the CDK CLI.
try {
  using folder = mkdtempDisposableSync(join(tmpdir(), `${serviceName}-`));
  // The CDK copies the bundles at once, and synthesizes when this process ends: the folder can go before that.
  createApp({}, await bundleFunctions(folder.path));
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
