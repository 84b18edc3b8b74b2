import { execSync } from 'node:child_process';

for (const step of [
  'npm ci --prefix test/lab --no-audit --no-fund',
  'biome check --error-on-warnings .',
  'tsc',
  'tsc -p test',
  'redocly lint --config tools/contract/redocly.yaml',
  'knip --treat-config-hints-as-errors',
  'vitest run --config test/lab/vitest.config.ts',
  'npm test -- --coverage',
  // Without the settings of AWS, by which the CDK CLI would ask whose account it is.
  'node --import ./test/setup/without-aws.ts node_modules/aws-cdk/bin/cdk synth --quiet',
]) {
  execSync(step, { stdio: 'inherit' });
}
