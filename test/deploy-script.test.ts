import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onWindows } from './system.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What aws and cdk answer: a state or an error of the stack, changed resources, a warning of the synthesis. */
const working = { stage: 'production', state: 'UPDATE_COMPLETE', diff: '', warning: '' };

/** Runs a copy of .ci/deploy with stand-ins for aws and npx. Its output is the deploy that it makes. */
function deploy(given: Partial<typeof working>) {
  const { stage, state, diff, warning } = { ...working, ...given };
  const folder = temporaryFolder();
  const assembly = join(folder, 'assembly', stage);
  for (const path of [join(folder, '.ci'), assembly]) mkdirSync(path, { recursive: true });
  copyFileSync('.ci/deploy', join(folder, '.ci/deploy'));
  writeFileSync(join(assembly, 'PlantStore.metadata.json'), warning);
  const stub = (name: string, line: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  // aws writes answers to stdout and errors to stderr.
  stub('aws', /^\w+$/.test(state) ? `echo ${state}` : `echo '${state}' >&2; exit 254`);
  stub('npx', `[ $2 != diff ] || { printf '${diff}'; exit; }; echo "$@"`);
  return spawnSync('bash', [join(folder, '.ci/deploy'), stage], {
    env: { ...process.env, AWS_REGION: 'sa-east-1', PATH: `${folder}:${process.env['PATH']}` },
    encoding: 'utf8',
  });
}

const table = '[~] AWS::DynamoDB::GlobalTable Plants Plants\\n';
const version = '[+] AWS::Lambda::Version CreatePlant/CurrentVersion CurrentVersion1\\n';
const warning = '[ack: plant-store:nobody-is-called]';

// The script needs bash; the pipeline runs it on Linux.
describe.skipIf(onWindows)('.ci/deploy', () => {
  it.each([
    [{}, false],
    [{ state: 'UPDATE_ROLLBACK_COMPLETE' }, false],
    [{ diff: table }, false],
    [{ diff: version }, false],
    [{ stage: 'staging', warning }, false],
    [{ state: 'CREATE_FAILED', diff: version + table }, true],
    [{ state: 'UPDATE_FAILED' }, true],
    [{ state: 'An error occurred (ValidationError): Stack with id X does not exist' }, true],
    [{ state: '{"Code":"ValidationError","Message":"No such stack"}' }, true],
  ])('deploys with %j, and a first deploy without a rollback: %s', (given, isFirst) => {
    const { status, stdout, stderr } = deploy(given);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { stage } = { ...working, ...given };
    const stack = stage === 'production' ? 'PlantStore' : `PlantStore-${stage}`;
    expect(stdout).toMatch(new RegExp(`^cdk deploy ${stack} --app assembly/${stage} .+\n$`));
    expect(stdout.includes('--no-rollback')).toBe(isFirst);
  });

  it.each([
    [{ warning }, /Set alarmEmail for production in cdk\.json/],
    [{ diff: `${version}${table} └─ [~] Replicas\\n` }, /Deploy the change of the table first/],
    [{ diff: "'; echo no answer >&2; exit 3; echo '" }, /no answer/],
    [{ state: 'An error occurred (AccessDenied)' }, /AccessDenied/],
  ])('deploys nothing with %j', (given, problem) => {
    const { status, stdout, stderr } = deploy(given);
    expect({ stdout, isRefused: status !== 0 }).toEqual({ stdout: '', isRefused: true });
    expect(stderr).toMatch(problem);
  });
});
