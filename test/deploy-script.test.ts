import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onWindows } from './system.ts';
import { temporaryFolder } from './temporary-folder.ts';

const script = join(import.meta.dirname, '..', '.ci', 'deploy');
const home = 'eu-central-1';

interface Deploy {
  readonly stage?: string;
  /** What aws says of the stack in each region. An answer that is no state is an error. */
  readonly states: Record<string, string>;
  /** The region whose deploy fails. */
  readonly failing?: string;
  readonly env?: Record<string, string>;
}

/** Runs .ci/deploy with stand-ins for aws and npx, and returns the deploys that it makes. */
function deploy({ stage = 'production', states, failing = 'none', env }: Deploy) {
  const folder = temporaryFolder();
  const stack = stage === 'production' ? 'PlantStore' : `PlantStore-${stage}`;
  const stub = (name: string, lines: string[]) =>
    writeFileSync(join(folder, name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  const answers = Object.entries(states).map(([region, state]) => {
    const question = `cloudformation describe-stacks --region ${region} --stack-name ${stack} --query Stacks[0].StackStatus --output text`;
    // aws writes answers to stdout and errors to stderr.
    const answer = /^\w+$/.test(state) ? `echo ${state}` : `echo '${state}' >&2; exit 254`;
    return `[ "$*" = '${question}' ] && { ${answer}; exit; }`;
  });
  stub('aws', [...answers, 'exit 99']);
  // As `cdk list` writes them: the home by its name, others with the name of their stack behind. In CI, what else it
  // has to say may stand there, too.
  const ids = Object.keys(states).map((region) =>
    region === home ? stack : `${stack}-${region} (${stack})`,
  );
  stub('npx', [
    `[ "$*" = 'cdk list --app assembly/${stage}' ] && { printf 'A notice\\n${ids.join('\\n')}\\n'; exit; }`,
    'echo "$@"',
    `case $* in *outputs/${failing}.json*) exit 1 ;; esac`,
  ]);
  const { status, stdout, stderr } = spawnSync('bash', [script, stage], {
    env: {
      ...process.env,
      AWS_REGION: home,
      ...env,
      PATH: `${folder}:${process.env['PATH']}`,
    },
    encoding: 'utf8',
  });
  return { status, deploys: stdout.trim().split('\n'), stderr: stderr.trim() };
}

function command(stage: string, id: string, region: string, ...more: string[]) {
  const options = ['--ci', '--require-approval never', `--outputs-file outputs/${region}.json`];
  return `cdk deploy ${id} --exclusively --app assembly/${stage} ${[...options, ...more].join(' ')}`;
}

function missing(stack = 'PlantStore') {
  return `An error occurred (ValidationError) when calling the DescribeStacks operation: Stack with id ${stack} does not exist`;
}

// A script of bash, which runs on the pipeline's Linux.
describe.skipIf(onWindows)('.ci/deploy', () => {
  it.each(['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'])(
    'updates a stack in %s with rollback',
    (state) => {
      const deploys = [command('production', 'PlantStore', home)];
      expect(deploy({ states: { [home]: state } })).toEqual({ status: 0, deploys, stderr: '' });
    },
  );

  it.each(['REVIEW_IN_PROGRESS', 'CREATE_FAILED', 'UPDATE_FAILED', missing()])(
    'makes a first deploy, or goes on with one, without rollback: %s',
    (state) => {
      const deploys = [command('production', 'PlantStore', home, '--no-rollback')];
      expect(deploy({ states: { [home]: state } })).toEqual({ status: 0, deploys, stderr: '' });
    },
  );

  it('deploys each region of a stage, the home first, each as the state of its own stack asks', () => {
    const states = {
      [home]: 'UPDATE_COMPLETE',
      'eu-west-1': missing('PlantStore-staging'),
      'us-east-2': 'CREATE_COMPLETE',
    };
    expect(deploy({ stage: 'staging', states })).toEqual({
      status: 0,
      deploys: [
        command('staging', 'PlantStore-staging', home),
        command('staging', 'PlantStore-staging-eu-west-1', 'eu-west-1', '--no-rollback'),
        command('staging', 'PlantStore-staging-us-east-2', 'us-east-2'),
      ],
      stderr: '',
    });
  });

  it('goes to no further region after one where the deploy failed', () => {
    const states = { [home]: 'UPDATE_COMPLETE', 'eu-west-1': 'UPDATE_COMPLETE' };
    expect(deploy({ states, failing: home })).toEqual({
      status: 1,
      deploys: [command('production', 'PlantStore', home)],
      stderr: '',
    });
  });

  it('deploys nothing if it cannot see the state of the stack', () => {
    const refusal = 'An error occurred (AccessDenied) when calling the DescribeStacks operation';
    expect(deploy({ states: { [home]: refusal, 'eu-west-1': missing() } })).toEqual({
      status: 1,
      deploys: [''],
      stderr: refusal,
    });
  });

  it('deploys nothing if nobody says where the home is', () => {
    const { status, deploys, stderr } = deploy({
      states: { [home]: 'UPDATE_COMPLETE' },
      env: { AWS_REGION: '' },
    });
    expect({ status, deploys }).toEqual({ status: 1, deploys: [''] });
    expect(stderr).toMatch(/AWS_REGION: Say where the stage has its home\.$/);
  });
});
