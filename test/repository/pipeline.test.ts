import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import cdkJson from '../../cdk.json' with { type: 'json' };
import { readSettings } from '../../infra/settings.ts';
import { filesOf, onWindows } from '../../tools/test/setup/system.ts';
import { temporaryFolder } from '../../tools/test/setup/temporary-folder.ts';

interface Given {
  /** Of the folder in which the script runs. */
  readonly files?: Record<string, string>;
  /** Stand-ins for the programs that it calls, as lines of sh. */
  readonly programs: Record<string, string>;
}

/** Runs commands of the pipeline in a folder of their own. */
function run(commands: string, { files = {}, programs }: Given) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  mkdirSync(join(folder, '.ci'));
  for (const name of ['deploy', 'subscriptions', 'test-api', 'call-probe', 'difference']) {
    copyFileSync(join('.ci', name), join(folder, '.ci', name));
  }
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  return spawnSync('bash', ['-e', '-c', commands], {
    cwd: folder,
    // Node's pipe is a socket. With that as its input, bash can take itself for a remote shell, and read ~/.bashrc.
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      AWS_REGION: 'sa-east-1',
      GITHUB_REPOSITORY: 'owner/name',
      GITHUB_RUN_NUMBER: '7',
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_SHA: 'abcdef0',
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
      PATH: `${folder}:${process.env['PATH']}`,
    },
    encoding: 'utf8',
  });
}

/** The state of the stack, or an error of the AWS CLI; a warning of the synthesis. */
const working = { stage: 'production', state: 'UPDATE_COMPLETE', warning: '' };

function deploy(given: Partial<typeof working>) {
  const { stage, state, warning } = { ...working, ...given };
  const stack = stage === 'production' ? 'PlantStore' : `PlantStore-${stage}`;
  // It writes answers to stdout and errors to stderr.
  const aws = /^\w+$/.test(state) ? `echo ${state}` : `echo '${state}' >&2; exit 254`;
  return run(`.ci/deploy ${stage}`, {
    files: { [`assembly/${stage}/${stack}.metadata.json`]: warning },
    programs: { aws: `case $* in *describe-stacks*) ${aws} ;; esac`, npx: 'echo "$@"' },
  });
}

/** Stands in for the CDK: writes the outputs of the stack into the file that it is given. */
function deployed(stack: object, programs: Record<string, string>): Given {
  const npx = `until [ "$1" = --outputs-file ]; do shift; done
    echo '${JSON.stringify({ stack })}' > "$2"`;
  const files = { 'assembly/staging/Any.metadata.json': '{}' };
  return { files, programs: { aws: '', npx, ...programs } };
}

const warning = '[ack: plant-store:nobody-is-called]';
const outputs = { ApiUrl: 'https://api', ProbeName: 'Probe' };
const workflow = parse(readFileSync('.github/workflows/deploy.yml', 'utf8'));
const { production } = workflow.jobs;

/** The commands of each workflow that synthesizes. */
const synthesizing = filesOf('.github/workflows/*.yml').flatMap((file) => {
  const { jobs } = parse(readFileSync(file, 'utf8'));
  const steps = Object.values<{ steps?: { run?: string }[] }>(jobs).flatMap(
    (job) => job.steps ?? [],
  );
  const commands = steps.flatMap((step) => step.run ?? []);
  const synthesis = commands.find((one) => one.includes('cdk synth'));
  return synthesis === undefined ? [] : { file, commands, synthesis };
});

/** What it calls the CDK with, for each stage. */
function callsOf(synthesis: string, cdk: object): string[] {
  const given = { files: { 'cdk.json': JSON.stringify(cdk) }, programs: { npx: 'echo "$@"' } };
  return run(`STAGE=try-7; ${synthesis}`, given).stdout.trim().split('\n');
}

it.each(filesOf('.ci/!(*.mjs)'))('%s ends at its first error, in any folder', (file) => {
  const text = readFileSync(file, 'utf8').replaceAll(/^# .*\n/gm, '');
  const beginning = ['#!/usr/bin/env bash', 'set -euo pipefail', 'cd "$(dirname "$0")/.."'];
  expect(text.split('\n').slice(0, 3)).toEqual(beginning);
});

it('.ci/run does what the first job of CI does', () => {
  const { jobs } = parse(readFileSync('.github/workflows/check.yml', 'utf8'));
  const commands = jobs.check.steps.flatMap(({ run = [] }) => run);
  expect(readFileSync('.ci/run', 'utf8').split('\n').slice(-3, -1)).toEqual(commands);
});

// The scripts need bash; the pipeline runs them on Linux.
describe.skipIf(onWindows)('the pipeline', () => {
  it.each([
    [{}, false],
    [{ state: 'UPDATE_ROLLBACK_COMPLETE' }, false],
    [{ stage: 'staging', warning }, false],
    [{ state: 'REVIEW_IN_PROGRESS' }, true],
    [{ state: 'CREATE_FAILED' }, true],
    [{ state: 'UPDATE_FAILED' }, true],
    [{ state: 'An error occurred (ValidationError): Stack with id X does not exist' }, true],
    [{ state: '{"Code":"ValidationError","Message":"No such stack"}' }, true],
  ])('deploys with %j, and a first deploy without a rollback: %s', (given, isFirst) => {
    const { status, stdout, stderr } = deploy(given);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { stage } = { ...working, ...given };
    const stack = stage === 'production' ? 'PlantStore' : `PlantStore-${stage}`;
    expect(stdout).toContain(`cdk deploy ${stack} --app assembly/${stage} `);
    expect(stdout).toContain(' --require-approval never ');
    expect(stdout.includes('--no-rollback')).toBe(isFirst);
  });

  it.each([
    [{ warning }, /\balarmEmail\b/],
    [{ state: 'An error occurred (AccessDenied)' }, /AccessDenied/],
  ])('deploys nothing with %j', (given, problem) => {
    const { status, stdout, stderr } = deploy(given);
    expect({ stdout, isRefused: status !== 0 }).toEqual({ stdout: '', isRefused: true });
    expect(stderr).toMatch(problem);
  });

  const address = { Endpoint: 'a@example.com', SubscriptionArn: 'arn:x' };
  it.each([
    ['a confirmed address', [address], null],
    ['a pending address', [{ ...address, SubscriptionArn: 'PendingConfirmation' }], 'a@'],
    ['an address that AWS has deleted', [], 'a@'],
    ['no right to ask', undefined, 'could not be read'],
  ])('has deployed, and warns or not, with %s', (_, Subscriptions, warning) => {
    const Properties = { Endpoint: address.Endpoint, TopicArn: { Ref: 'Pages' } };
    const Resources = { One: { Type: 'AWS::SNS::Subscription', Properties } };
    const files = {
      'assembly/staging/Any.metadata.json': '{}',
      'assembly/staging/Any.template.json': JSON.stringify({ Resources }),
    };
    const list = Subscriptions ? `echo '${JSON.stringify({ Subscriptions })}'` : 'exit 254';
    const aws = `case $* in *list-stack-resources*) printf 'Pages\tpages-arn\n' ;;
      *list-subscriptions*pages-arn*) ${list} ;; esac`;
    const { status, stdout } = run('.ci/deploy staging', { files, programs: { aws, npx: '' } });
    expect(status).toBe(0);
    if (warning === null) expect(stdout).toBe('');
    else expect(stdout).toMatch(new RegExp(`^::warning::.*${warning}`));
  });

  it.each(synthesizing)('$file deploys what it synthesizes, each stage by its name', (workflow) => {
    const { commands, synthesis } = workflow;
    const { monitoring, probe, gradual } = readSettings(cdkJson.context);
    expect(gradual, 'a release of production, which an alarm can roll back').toBe(true);
    const stages = callsOf(synthesis, cdkJson).map((call) => {
      const given = call.matchAll(/ -c (\w+)=(\S+)/g);
      const context = Object.fromEntries([...given].map(([, name, value]) => [name, value]));
      const settings = readSettings({ ...cdkJson.context, ...context });
      expect(call).toContain(` --output assembly/${settings.stage} `);
      expect(settings.disposable).toBe(settings.stage !== 'production');
      // What production has was tried before.
      if (monitoring) expect(settings.monitoring, `monitoring of ${settings.stage}`).toBe(true);
      if (probe) expect(settings.probe, `probe of ${settings.stage}`).toBe(true);
      return settings.stage;
    });
    const deployed = commands.join('\n').match(/(?<=\.ci\/deploy )\S+/g) ?? [];
    expect(stages).toEqual(deployed.map((stage) => stage.replace('"$STAGE"', 'try-7')));
  });

  it('links alarms to this repository, unless cdk.json has another', () => {
    const { synthesis = '' } = synthesizing.find(({ file }) => file.endsWith('/deploy.yml')) ?? {};
    const stages = { staging: { repositoryUrl: 'https://own.example/x' } };
    const [staging, production] = callsOf(synthesis, { context: { stages } });
    expect(staging).toMatch(/ -c commit=abcdef0 -c repositoryUrl=https:\/\/own\.example\/x$/);
    expect(production).toMatch(/ -c repositoryUrl=https:\/\/github\.example\/owner\/name$/);
  });

  it('tests the stage that it deployed, with a token that no log shows', () => {
    const npm =
      'case $* in *create*1h*--stack*stack) echo plant_x ;; *) echo "$BASE_URL $TOKEN" ;; esac';
    const commands = '.ci/deploy staging; .ci/test-api';
    const withDomain = { ...outputs, DomainUrl: 'https://own' };
    const { stdout } = run(commands, deployed(withDomain, { npm }));
    expect(stdout).toBe('::add-mask::plant_x\nhttps://own plant_x\n');
    const failing = deployed(outputs, { npm: 'case $* in *create*) exit 6 ;; esac' });
    expect(run(commands, failing).status).toBe(6);
  });

  it.each([
    ['a probe', outputs, 'None', 0],
    ['a domain', { ...outputs, ApiUrl: 'https://other', DomainUrl: 'https://api' }, 'None', 0],
    ['a probe that fails', outputs, 'Unhandled', 1],
    ['no probe', { ApiUrl: 'https://api' }, 'nothing is called', 0],
  ])('calls the probe: %s', (_, stack, fault, status) => {
    const payload = '--function-name Probe --payload {"url":"https://api"} ';
    const aws = `case $* in *'${payload}'*) echo ${fault} ;; *lambda*) echo "$@" >&2; exit 9 ;; esac`;
    const ran = run('.ci/deploy staging; .ci/call-probe', deployed(stack, { aws }));
    expect(ran.status, ran.stderr).toBe(status);
  });

  it('prints how much each bundle has grown since main', () => {
    const template = { Resources: { One: { Metadata: { 'aws:asset:path': 'asset' } }, Two: {} } };
    const npx = `case $* in *synth*before*) size=10 ;; *synth*) size=15 ;; *) echo "$@"; exit ;; esac
      mkdir -p "$5/asset"; head -c $size /dev/zero > "$5/asset/handler.js"
      echo '${JSON.stringify(template)}' > "$5/Any.template.json"`;
    const git = 'case $* in *add*/main\\ origin/main) mkdir "$5" ;; esac';
    const { stdout, stderr } = run('.ci/difference', { programs: { git, npm: '', npx } });
    expect(stdout, stderr).toContain('One: 15 bytes, +5\n');
    expect(stdout).toMatch(/^cdk diff .+\/after --template \S+\/before\/Any\.template\.json$/m);
  });

  it.each([
    ['no newer run', [], 0],
    ['newer runs that have not begun', ['', 'skipped', ''], 0],
    ['a newer run that has deployed', ['success'], 1],
    ['a newer run that has failed', ['', 'failure'], 1],
    ['a newer run that was repeated', ['skipped\\nsuccess'], 1],
  ])('stops or not before production, with %s', (_, conclusions, status) => {
    const steps: { name?: string; run?: string }[] = production.steps;
    const deployStep = steps.find((step) => step.run === '.ci/deploy production');
    const check = steps[0]?.run ?? 'exit 98';
    expect(check).toContain(`select(.name == "${deployStep?.name}")`);
    expect(check).toContain(`select(.name == "${production.name ?? 'production'}")`);
    const answers = conclusions.map(
      (text, id) => `*/runs/${id}/jobs?filter=all*) printf '${text}' ;;`,
    );
    const ids = conclusions.map((_, id) => `${id}\\n`).join('');
    const list = `*'run_number > 7)'*) printf '${ids}' ;;`;
    const gh = `case $* in ${answers.join('\n')} ${list} *) echo "$@" >&2; exit 9 ;; esac`;
    const ran = run(check, { programs: { gh } });
    expect(ran.status, ran.stderr).toBe(status);
    // Without an answer, nothing is deployed.
    expect(run(check, { programs: { gh: 'exit 4' } }).status).toBe(4);
  });

  it.each([
    ['reviewers', '', 'echo branch_policy; echo required_reviewers', 0],
    ['no reviewers', '', 'echo branch_policy; echo wait_timer', 1],
    ['no such environment', '', 'echo required_reviewers; exit 1', 1],
    ['no reviewers, as its variable says', 'none', 'exit 1', 0],
  ])('stops or not before a production with %s', (_, variable, answer, status) => {
    const call = '*repos/owner/name/environments/production*';
    const gh = `case $* in ${call}) ${answer} ;; *) echo "$@" >&2; exit 9 ;; esac`;
    const check = `PRODUCTION_REVIEWERS=${variable}; ${production.steps[1].run}`;
    const { status: ended, stdout, stderr } = run(check, { programs: { gh } });
    expect([ended, stdout.startsWith('::error::')], stderr).toEqual([status, status !== 0]);
  });
});
