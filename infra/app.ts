import { Problem } from './build/problem.ts';
import { createApp } from './service-app.ts';

// Synthesizes the stage for the CDK CLI.
try {
  createApp({});
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
