import { spawnSync } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const script = join(import.meta.dirname, '..', '.ci', 'deploy');

const missing =
  'An error occurred (ValidationError) when calling the DescribeStacks operation: Stack with id PlantStore does not exist';

/** Runs .ci/deploy with stand-ins for aws and npx. The answer is what aws says of the stack's state. */
function deploy(stage: string, answer: string, exitCode = 0) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'plant-store-deploy-'));
  const stack = stage === 'production' ? 'PlantStore' : `PlantStore-${stage}`;
  const stub = (name: string, text: string) =>
    writeFileSync(join(folder.path, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  // aws writes errors to stderr and answers to stdout.
  const question = `cloudformation describe-stacks --stack-name ${stack} --query Stacks[0].StackStatus --output text`;
  stub(
    'aws',
    `[ "$*" = '${question}' ] || exit 99
    echo '${answer}' ${exitCode === 0 ? '' : '>&2'}
    exit ${exitCode}`,
  );
  stub('npx', 'echo "$@"');
  const env = { ...process.env, PATH: `${folder.path}:${process.env['PATH']}` };
  const { status, stdout, stderr } = spawnSync(script, [stage], { env, encoding: 'utf8' });
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
}

function command(stage: string, ...more: string[]) {
  const options = ['--ci', '--require-approval never', '--outputs-file outputs.json', ...more];
  return `cdk deploy --all --app assembly/${stage} ${options.join(' ')}`;
}

describe('.ci/deploy', () => {
  it.each(['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'])(
    'updates a stack in %s with rollback',
    (state) => {
      const stdout = command('production');
      expect(deploy('production', state)).toEqual({ status: 0, stdout, stderr: '' });
      expect(deploy('staging', state).stdout).toBe(command('staging'));
    },
  );

  it.each([
    ['REVIEW_IN_PROGRESS', 0],
    ['CREATE_FAILED', 0],
    [missing, 254],
  ])('makes a first deploy without rollback: %s', (answer, exitCode) => {
    const stdout = command('production', '--no-rollback');
    expect(deploy('production', answer, exitCode)).toEqual({ status: 0, stdout, stderr: '' });
  });

  it('deploys nothing if it cannot see the state of the stack', () => {
    const refusal = 'An error occurred (AccessDenied) when calling the DescribeStacks operation';
    expect(deploy('production', refusal, 254)).toEqual({ status: 1, stdout: '', stderr: refusal });
  });
});
