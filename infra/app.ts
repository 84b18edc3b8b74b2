import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Problem } from './base.ts';
import { assertHome, readSettings } from './settings.ts';

try {
  await synthesizeStage(process.argv[2]);
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

/** Synthesizes the stage for the CDK CLI. With `--check` it only reads the settings, which is fast. */
async function synthesizeStage(option: string | undefined): Promise<void> {
  const { AWS_REGION, CDK_CONTEXT_JSON, CDK_DEFAULT_ACCOUNT, CDK_DEFAULT_REGION } = process.env;
  // Without credentials, the CDK CLI sets us-east-1. The pipeline's build has none, but sets AWS_REGION.
  const region = CDK_DEFAULT_ACCOUNT === undefined ? AWS_REGION || undefined : CDK_DEFAULT_REGION;
  const foreign = userContext();
  if (option === '--check') {
    assertHome(readSettings(JSON.parse(CDK_CONTEXT_JSON ?? '{}'), foreign), region);
    return;
  }
  // It loads aws-cdk-lib, which takes seconds.
  const { plantStoreApp } = await import('./plant-store-app.ts');
  plantStoreApp({ region, foreign });
}

/** The CDK CLI mixes this context into the project's, and does not show which key is from which file. */
function userContext(): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(join(homedir(), '.cdk.json'), 'utf8')).context ?? {};
  } catch {
    return {};
  }
}
