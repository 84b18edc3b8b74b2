import { execSync } from 'node:child_process';

for (const step of [
  'biome check --error-on-warnings .',
  'tsc',
  'tsc --project tools/commands/night/bundle',
  'redocly lint --config tools/contract/redocly.yaml',
  'knip --treat-config-hints-as-errors',
  'npm test -- --coverage',
  // Without the settings of AWS, by which the CDK CLI would ask whose account it is.
  'node --import ./tools/test/setup/without-aws.ts node_modules/aws-cdk/bin/cdk synth --quiet',
]) {
  try {
    execSync(step, { stdio: 'inherit' });
  } catch {
    console.error(`\nnpm run check failed at: ${step}`);
    process.exit(1);
  }
}
console.log('\nnpm run check: everything passed.');
