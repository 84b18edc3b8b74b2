import { Problem } from './problem.ts';
import { readSettings } from './settings.ts';

// Synthesizes the stage for the CDK CLI. With `--check` it only reads the settings, which is fast.
try {
  if (process.argv[2] === '--check') {
    readSettings(JSON.parse(process.env['CDK_CONTEXT_JSON'] ?? '{}'));
  } else {
    // It loads aws-cdk-lib, which takes seconds.
    const { plantStoreApp } = await import('./plant-store-app.ts');
    plantStoreApp({});
  }
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
