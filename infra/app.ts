import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Problem } from './base.ts';
import { readSettings } from './settings.ts';

try {
  await synthesizeStage(process.argv[2]);
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

/** Synthesizes the stage for the CDK CLI. With `--check` it only reads the settings, which is fast. */
async function synthesizeStage(option: string | undefined): Promise<void> {
  const foreign = userContext();
  if (option === '--check') {
    readSettings(JSON.parse(process.env['CDK_CONTEXT_JSON'] ?? '{}'), foreign);
    return;
  }
  // It loads aws-cdk-lib, which takes seconds.
  const { plantStoreApp } = await import('./plant-store-app.ts');
  plantStoreApp({ foreign });
}

/** The CDK CLI mixes this context into the project's, and does not show which key is from which file. */
function userContext(): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(join(homedir(), '.cdk.json'), 'utf8')).context ?? {};
  } catch {
    return {};
  }
}
