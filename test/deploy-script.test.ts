import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onWindows } from './system.ts';
import { temporaryFolder } from './temporary-folder.ts';

const home = 'sa-east-1';

interface Deploy {
  readonly stage?: string;
  /** The answer of aws for the stack of each region: a state, or an error. */
  readonly states: Record<string, string>;
  readonly diff?: readonly string[];
  /** The answer of `cdk list`, or its failure. */
  readonly list?: string;
  readonly failing?: string;
  readonly warning?: string;
  readonly env?: Record<string, string>;
}

/** Runs a copy of .ci/deploy with stand-ins for aws and npx, and returns the deploys that it makes. */
function deploy(options: Deploy) {
  const { stage = 'production', states, diff = [], list, failing = 'none', warning = '' } = options;
  const folder = temporaryFolder();
  const stack = stage === 'production' ? 'PlantStore' : `PlantStore-${stage}`;
  const assembly = join(folder, 'assembly', stage);
  for (const path of [join(folder, '.ci'), assembly]) mkdirSync(path, { recursive: true });
  copyFileSync('.ci/deploy', join(folder, '.ci/deploy'));
  writeFileSync(join(assembly, `${stack}.metadata.json`), JSON.stringify({ warning }));
  const stub = (name: string, lines: string[]) =>
    writeFileSync(join(folder, name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  const answers = Object.entries(states).map(([region, state]) => {
    const question = `cloudformation describe-stacks --region ${region} --stack-name ${stack} --query Stacks[0].StackStatus --output text`;
    // aws writes answers to stdout and errors to stderr.
    const answer = /^\w+$/.test(state)
      ? `echo 'A warning' >&2; echo ${state}`
      : `echo '${state}' >&2; exit 254`;
    return `[ "$*" = '${question}' ] && { ${answer}; exit; }`;
  });
  stub('aws', [...answers, 'exit 99']);
  // In the form of `cdk list`: the home by its name, the others with the name of their stack. CI can add a notice.
  const ids = Object.keys(states).map((region) =>
    region === home ? stack : `${stack}-${region} (${stack})`,
  );
  for (const id of ids) writeFileSync(join(assembly, `${id.split(' ')[0]}.template.json`), '{}');
  const listed = list ?? `printf 'A notice\\n${ids.join('\\n')}\\n'`;
  stub('npx', [
    `[ "$*" = 'cdk list --app assembly/${stage}' ] && { ${listed}; exit; }`,
    `case $* in 'cdk diff ${stack}'*' --method template') printf '%s\\n' '${diff.join("' '")}'; [ ${failing} != diff ]; exit ;; esac`,
    'echo "$@"',
    `case $* in *outputs/${failing}.json*) exit 1 ;; esac`,
  ]);
  const { status, stdout, stderr } = spawnSync('bash', [join(folder, '.ci/deploy'), stage], {
    env: {
      ...process.env,
      AWS_REGION: home,
      ...options.env,
      PATH: `${folder}:${process.env['PATH']}`,
    },
    encoding: 'utf8',
  });
  return { status, deploys: stdout.split('\n').filter(Boolean), stderr: stderr.trim() };
}

function command(stage: string, id: string, region: string, ...more: string[]) {
  const options = `--exclusively --app assembly/${stage} --ci --require-approval never`;
  return [`cdk deploy ${id} ${options} --outputs-file outputs/${region}.json`, ...more].join(' ');
}

const missing = 'An error occurred (ValidationError): Stack with id PlantStore does not exist';
// The AWS CLI can also add details, or write JSON.
const missingInJson = '{"Code":"ValidationError","Message":"No such stack"}';

// The script needs bash; the pipeline runs it on Linux.
describe.skipIf(onWindows)('.ci/deploy', () => {
  it.each([
    ...['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'].map((one) => [one]),
    ...['REVIEW_IN_PROGRESS', 'CREATE_FAILED', 'UPDATE_FAILED', missing, missingInJson].map(
      (one) => [one, '--no-rollback'],
    ),
  ])('rolls back only a stack that was complete: %s', (state = '', ...options) => {
    const deploys = [command('production', 'PlantStore', home, ...options)];
    expect(deploy({ states: { [home]: state } })).toEqual({ status: 0, deploys, stderr: '' });
  });

  it('deploys each region, the home first, with the options for the state of its stack', () => {
    const states = {
      [home]: 'UPDATE_COMPLETE',
      'eu-west-1': missing,
      'us-east-2': 'CREATE_COMPLETE',
    };
    const deploys = [
      command('staging', 'PlantStore-staging', home),
      command('staging', 'PlantStore-staging-eu-west-1', 'eu-west-1', '--no-rollback'),
      command('staging', 'PlantStore-staging-us-east-2', 'us-east-2'),
    ];
    const all = { stage: 'staging', states };
    expect(deploy(all)).toEqual({ status: 0, deploys, stderr: '' });
    const upToFailure = { status: 1, deploys: deploys.slice(0, 2), stderr: '' };
    expect(deploy({ ...all, failing: 'eu-west-1' })).toEqual(upToFailure);
  });

  const table = '[~] AWS::DynamoDB::GlobalTable Plants Plants';
  const version = '[+] AWS::Lambda::Version CreatePlant/CurrentVersion CreatePlantCurrentVersion1';

  const states = { [home]: 'UPDATE_COMPLETE' };

  it('does not change a table and release a function at once', () => {
    expect(deploy({ states, diff: [version, table, ' └─ [~] Replicas'] })).toEqual({
      status: 1,
      deploys: [],
      stderr:
        'PlantStore would change a table and release a function at once. Deploy the change of the table first, in a commit of its own.',
    });
    const deploys = [command('production', 'PlantStore', home)];
    for (const diff of [[table], [version]])
      expect(deploy({ states, diff })).toMatchObject({ deploys });
    const coloured = [version, table].map((line) => `\u001B[0m\u001B[33m${line}\u001B[39m`);
    expect(deploy({ states, diff: coloured })).toMatchObject({ status: 1, deploys: [] });
    expect(deploy({ states, failing: 'diff' })).toMatchObject({ status: 1, deploys: [] });
    // A new stack has all of it.
    const first = deploy({ states: { [home]: missing }, diff: [version, table] });
    expect(first).toMatchObject({ status: 0 });
  });

  it('refuses production if nobody gets its alarms', () => {
    const warning = 'Nobody … [ack: plant-store:nobody-is-called]';
    const { status, deploys, stderr } = deploy({ states, warning });
    expect({ status, deploys }).toEqual({ status: 1, deploys: [] });
    expect(stderr).toMatch(
      /^Nobody gets a mail when an alarm of production fires\. Set alarmEmail /,
    );
    expect(deploy({ stage: 'staging', states, warning })).toMatchObject({ status: 0 });
  });

  it.each([
    [
      'printf "Stack: PlantStore\\n"',
      /^cdk list does not name each stack of assembly.production: /,
    ],
    ['printf "PlantStore\\n"', /^cdk list does not name each stack/],
    ['echo "cdk list is broken" >&2; exit 3', /^cdk list is broken/],
  ])('deploys nothing if cdk list does not name each stack: %s', (list, stderr) => {
    const answer = deploy({ states: { ...states, 'eu-west-1': 'UPDATE_COMPLETE' }, list });
    expect(answer).toMatchObject({ deploys: [], stderr: expect.stringMatching(stderr) });
    expect(answer.status).not.toBe(0);
  });

  it('deploys nothing without the state of the stack, or without a home region', () => {
    const refusal = 'An error occurred (AccessDenied) when calling the DescribeStacks operation';
    const states = { [home]: refusal, 'eu-west-1': missing };
    expect(deploy({ states })).toEqual({ status: 1, deploys: [], stderr: refusal });
    const { deploys, stderr } = deploy({ states, env: { AWS_REGION: '' } });
    expect(deploys).toEqual([]);
    expect(stderr).toMatch(/AWS_REGION: Set it to the home region of the stage\.$/);
  });
});
