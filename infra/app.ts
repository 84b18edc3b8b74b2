import { createApp } from './plant-store-app.ts';
import { Problem } from './problem.ts';

// Synthesizes the stage for the CDK CLI.
try {
  createApp({});
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
