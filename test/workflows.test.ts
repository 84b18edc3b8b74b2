import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { onWindows } from './system.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface Job {
  readonly permissions?: Record<string, string>;
  readonly environment?: string;
  readonly needs?: string | string[];
  readonly if?: string;
  readonly uses?: string;
  readonly 'timeout-minutes'?: number;
  readonly steps?: Step[];
}

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Record<string, unknown>;
}

interface Workflow {
  readonly on: object;
  readonly permissions: object;
  readonly jobs: Record<string, Job>;
}

const folder = '.github/workflows';
const workflows = readdirSync(folder).map((file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  const document = parseDocument(text);
  const problems = [...document.errors, ...document.warnings];
  return { file, text, problems, workflow: document.toJS() as Workflow };
});
const jobs = workflows.flatMap(({ file, workflow }) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ name: `${name} of ${file}`, job })),
);
const deploy = workflows.find(({ file }) => file === 'deploy.yml')?.workflow.jobs;

/** Runs the commands of a step like a runner, with stand-ins for the programs that they call. */
function runStep(
  step: Step | undefined,
  programs: Record<string, string>,
  env: Record<string, string> = {},
) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  const { status, stdout } = spawnSync('bash', ['-e', '-c', step?.run ?? 'exit 98'], {
    cwd: folder,
    env: { ...process.env, ...env, PATH: `${folder}:${process.env['PATH']}` },
    encoding: 'utf8',
  });
  return { status, stdout };
}

describe.each(workflows)('the workflow $file', ({ text, problems, workflow }) => {
  it('is valid YAML and has no permissions of its own', () => {
    expect(problems).toEqual([]);
    expect(workflow.permissions).toEqual({});
  });

  it('runs no action that someone else can change', () => {
    const used = [...text.matchAll(/uses: (.+)/g)].map(([, action = '']) => action);
    expect(used).not.toEqual([]);
    for (const action of used) {
      expect(action).toMatch(
        /^(\.\/\.github\/workflows\/\w+\.yml|[\w/-]+@[0-9a-f]{40} # v[\d.]+)$/,
      );
    }
    for (const [, image] of text.matchAll(/image: (.+)/g)) {
      expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
    }
  });

  it('puts no foreign text into a command, and has no stored key', () => {
    for (const { steps = [] } of Object.values(workflow.jobs)) {
      for (const { run = '' } of steps) expect(run).not.toContain('${{');
    }
    expect(text).not.toMatch(/secrets\.|access-key/i);
    expect(workflow.on).not.toHaveProperty('pull_request_target');
  });
});

describe.each(jobs)('the job $name', ({ job }) => {
  const steps = job.steps ?? [];
  const runs = steps.flatMap(({ run }) => run ?? []);
  const deploys = runs.some((run) => run.startsWith('.ci/deploy '));

  it('can only read, and has an identity only if it deploys', () => {
    expect(job.permissions).toEqual({
      ...(runs.some((run) => run.includes('gh api')) && { actions: 'read' }),
      contents: 'read',
      ...(deploys && { 'id-token': 'write' }),
    });
    expect(job.environment !== undefined).toBe(deploys);
    expect(JSON.stringify(job).includes('AWS_ROLE_ARN')).toBe(deploys);
  });

  it('runs no script of a package in a job with an identity, and builds nothing there', () => {
    if (!deploys) return;
    expect(runs.filter((run) => run.startsWith('npm ci'))).toEqual(['npm ci --ignore-scripts']);
    expect(runs.join('\n')).not.toMatch(/cdk synth|npm run (check|synth)|\.ci\/run|npm install/);
    const order = steps.map(({ uses, run }) => uses ?? run ?? '');
    const firstOf = (start: string) => order.findIndex((step) => step.startsWith(start));
    expect(firstOf('npm ci')).toBeLessThan(firstOf('aws-actions/configure-aws-credentials'));
  });

  it('has a time limit, fails if a step fails, and keeps no credentials', () => {
    expect(job).not.toHaveProperty('continue-on-error');
    if (job.uses !== undefined) return;
    // The longest session in DEPLOY.md.
    expect(job['timeout-minutes']).toBeLessThanOrEqual(240);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout'));
    expect(checkouts.map((step) => step.with)).toEqual([{ 'persist-credentials': false }]);
  });
});

// The steps need bash; the pipeline runs them on Linux.
describe.skipIf(onWindows)('a push to main', () => {
  const lastOf = (job: string) => deploy?.[job]?.steps?.at(-1);

  it('reaches production only through the check, the tests on staging and an approval', () => {
    const { staging, production } = deploy ?? {};
    expect(staging).toMatchObject({ needs: ['check', 'build'], environment: 'staging' });
    expect(lastOf('staging')?.run).toMatch(/^ *npm run test:api$/m);
    expect(production).toMatchObject({ needs: 'staging', environment: 'production' });
    // A job with its own condition could run although a job before it was skipped.
    for (const job of [staging, production]) expect(job?.if).toBeUndefined();
  });

  it('does not reach production after a newer push has begun to, even if it is approved later', () => {
    const { steps = [] } = deploy?.['production'] ?? {};
    const named = steps.find(({ run }) => run === '.ci/deploy production')?.name;
    const step = steps.find(({ run }) => run?.includes('gh api'));
    expect(step?.run).toContain(`select(.name == "production")`);
    expect(step?.run).toContain(`select(.name == "${named}")`);
    /** The conclusion of each newer run's deploy; undefined if it has none yet. */
    const stopped = (newer: readonly (string | undefined)[]) => {
      const answers = newer.map(
        (conclusion, id) =>
          `*/runs/${id}/jobs*) printf '${conclusion ? `${conclusion}\\n` : ''}' ;;`,
      );
      const ids = `printf '${newer.map((_, id) => `${id}\\n`).join('')}'`;
      const gh = ['case $* in', ...answers, `*'run_number > 7)'*) ${ids} ;; *) exit 9 ;; esac`];
      const env = { GITHUB_REPOSITORY: 'owner/name', GITHUB_RUN_NUMBER: '7' };
      return runStep(step, { gh: gh.join('\n') }, env).status;
    };
    const waiting = undefined;
    expect([stopped([]), stopped([waiting, 'skipped', waiting])]).toEqual([0, 0]);
    // It has deployed at least in part, even if its last check or the deploy itself failed.
    const begun = [
      ['success'],
      [waiting, 'failure'],
      ['cancelled', waiting],
      ['skipped\\nsuccess'],
    ];
    expect(begun.map(stopped)).toEqual([1, 1, 1, 1]);
    // Without an answer, nothing is deployed.
    expect(runStep(step, { gh: 'exit 4' }).status).toBe(4);
  });

  it('is checked in each region of a stage', () => {
    const everywhere = ['https://eu-central-1', 'https://eu-west-1'];
    const jq = `[ "$*" = "--exit-status --raw-output .[].ApiUrl outputs/*.json" ] || exit 99
      printf '${everywhere.join('\\n')}\\n'`;
    const npm = `case $* in *create*) echo plant_x ;; *) echo "$BASE_URL $TOKEN" ;; esac`;
    expect(runStep(lastOf('staging'), { jq, npm })).toEqual({
      status: 0,
      stdout: ['::add-mask::plant_x', ...everywhere.map((url) => `${url} plant_x`), ''].join('\n'),
    });
    const second = `${npm}; [ "$BASE_URL" != ${everywhere[1]} ]`;
    expect(runStep(lastOf('staging'), { jq, npm: second }).status).toBe(1);
    const basename = 'echo region';
    const named = `case $* in *ProbeName*) echo Probe ;; *) echo '{"url":"https://api"}' ;; esac`;
    // As the AWS CLI, it writes the answer to the file that its last argument names.
    const invoke = (fault: string) =>
      `case $* in *'--region region --function-name Probe --payload {"url":"https://api"} '*) ;; *) exit 9 ;; esac
      for file; do :; done; echo '"answer"' > "$file"; echo ${fault}`;
    const probed = (jq: string, fault: string) =>
      runStep(lastOf('production'), { basename, jq, aws: invoke(fault) });
    expect(probed(named, 'None')).toEqual({ status: 0, stdout: 'region: "answer"\n' });
    expect(probed(named, 'Unhandled').status).toBe(1);
    expect(probed('', 'Unhandled').stdout).toBe('region has no probe, by its settings\n');
    expect(probed('exit 4', 'None').status).toBe(4);
  });
});
