import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { slow } from './slow.ts';
import { onWindows } from './system.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface Job {
  readonly uses?: string;
  readonly permissions?: Record<string, string>;
  readonly environment?: string;
  readonly needs?: string | string[];
  readonly if?: string;
  readonly concurrency?: object;
  readonly env?: object;
  readonly strategy?: { matrix: { include: { system: string; node: string }[] } };
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
  readonly concurrency?: Record<string, unknown>;
  readonly jobs: Record<string, Job>;
}

const folder = '.github/workflows';
const workflows = readdirSync(folder).map((file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  return { file, text, workflow: parse(text) as Workflow };
});
const [checkWorkflow, deployWorkflow] = ['check.yml', 'deploy.yml'].map(
  (name) => workflows.find(({ file }) => file === name)?.workflow,
);
const jobs = workflows.flatMap(({ file, workflow }) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ name: `${name} of ${file}`, job })),
);

describe.each(workflows)('the workflow $file', ({ text, workflow }) => {
  it('runs no action or image that someone else can change', () => {
    const used = [...text.matchAll(/(?:uses|image): (.+)/g)].map(([, name]) => name);
    expect(used).not.toEqual([]);
    for (const name of used) {
      expect(name).toMatch(/^\.\/\.github\/|@[0-9a-f]{40} # v[\d.]+$|@sha256:[0-9a-f]{64}$/);
    }
  });

  it('has no rights of its own, no stored key, and no foreign text in a command', () => {
    expect(workflow.permissions).toEqual({});
    expect(workflow.on).not.toHaveProperty('pull_request_target');
    expect(text).not.toMatch(/secrets\.|access-key|continue-on-error/i);
    for (const { steps = [] } of Object.values(workflow.jobs)) {
      for (const { run = '' } of steps) expect(run).not.toContain('${{');
    }
  });
});

it.each(jobs)('$name has an identity only if it deploys, and builds nothing then', ({ job }) => {
  const steps = job.steps ?? [];
  const runs = steps.flatMap(({ run }) => run ?? []);
  const deploys = job.environment !== undefined;
  expect(runs.filter((run) => run.includes('.ci/deploy'))).toEqual(
    deploys ? [`.ci/deploy ${job.environment}`] : [],
  );
  expect(job.permissions).toEqual({
    ...(runs.some((run) => run.includes('gh api')) && { actions: 'read' }),
    contents: 'read',
    ...(deploys && { 'id-token': 'write' }),
  });
  expect(JSON.stringify(job).includes('AWS_ROLE_ARN')).toBe(deploys);
  for (const { uses, with: options } of steps) {
    if (uses?.startsWith('actions/checkout')) {
      expect(options).toEqual({ 'persist-credentials': false });
    }
  }
  if (!deploys) return;
  // No script of a package runs there.
  expect(runs.filter((run) => run.startsWith('npm ci'))).toEqual(['npm ci --ignore-scripts']);
  expect(runs.join('\n')).not.toMatch(/cdk synth|npm run (check|synth)|\.ci\/run|npm install/);
});

it('CI checks what is pushed, and a pull request only from another repository', () => {
  const { jobs = {}, concurrency } = checkWorkflow ?? {};
  // Each commit of main is checked to its end.
  expect(concurrency?.['cancel-in-progress']).toMatch(
    /^\$\{\{ github.ref != 'refs\/heads\/main' }}$/,
  );
  const once =
    "github.event_name != 'pull_request' || github.event.pull_request.head.repo.full_name != github.repository";
  expect(Object.keys(jobs)).toContain('check');
  for (const [name, job] of Object.entries(jobs))
    expect(job.if).toBe(name === 'audit' ? undefined : once);
});

it('each job gets the assembly that the build stores', () => {
  const artifacts = jobs.flatMap(({ job }) =>
    (job.steps ?? []).filter(({ uses = '' }) => /\/(up|down)load-artifact@/.test(uses)),
  );
  expect(artifacts.map((step) => step.with?.['name'])).toEqual(Array(3).fill('assembly'));
});

it('CI runs what test/README.md says, on each system', () => {
  const { jobs = {} } = checkWorkflow ?? {};
  const runs = Object.values(jobs).map(({ env = {}, steps = [] }) =>
    [...Object.entries(env), ...steps.map(({ run }) => run)].join(' ').trim(),
  );
  expect(runs).toEqual([
    'REQUIRE_BROWSER,1  .ci/run',
    'npm ci npm run test:start npm run test:dev npm test',
    'npm run audit',
    'npm ci  npm run test:sam',
    'DYNAMODB_URL,http://127.0.0.1:8000  npm ci npm run test:store',
    'RUNTIMES,node@20,node@22,node@26,deno,bun  npm ci npm test -- client-package',
  ]);
  expect(readFileSync('.ci/run', 'utf8')).toMatch(
    /^set -euo pipefail\n.*\nnpm ci\nnpm run check\n$/m,
  );
  expect(readFileSync('test/README.md', 'utf8')).toContain(
    'Other jobs run `npm run audit`, `test:sam`, `test:store` on DynamoDB Local, the client on other runtimes, and `test:start`, `test:dev` and `npm test` on three systems',
  );
  const systems = jobs['start']?.strategy?.matrix.include.map(({ system, node }) =>
    `${system} ${node}`.replace(/-\S+|\..*/g, ''),
  );
  expect(systems?.join()).toBe(
    'ubuntu 20,ubuntu 22,ubuntu 24,ubuntu 26,windows 20,windows 26,macos 24,macos 26',
  );
});

const { build, staging, production } = deployWorkflow?.jobs ?? {};
const apiTests = staging?.steps?.at(-1);
const probes = production?.steps?.at(-1);

/** Runs the commands of a step like a runner, with stand-ins for the programs that they call. */
function runStep(step: Step | undefined, programs: Record<string, string>) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  const { status, stdout } = spawnSync('bash', ['-e', '-c', step?.run ?? 'exit 98'], {
    cwd: folder,
    env: {
      ...process.env,
      GITHUB_REPOSITORY: 'owner/name',
      GITHUB_RUN_NUMBER: '7',
      PATH: `${folder}:${process.env['PATH']}`,
    },
    encoding: 'utf8',
  });
  return { status, stdout };
}

// The steps need bash; the pipeline runs them on Linux.
describe.skipIf(onWindows)('a push to main', () => {
  it('alone starts a deploy, which needs the assembly of its build', () => {
    expect(deployWorkflow?.on).toEqual({ push: { branches: ['main'] } });
    expect(checkWorkflow?.on).toMatchObject({ push: { 'branches-ignore': ['main'] } });
    const built = build?.steps?.map(({ run }) => run).join('\n');
    expect(built?.match(/(?<=cdk synth ).*/g)).toEqual(
      ['staging', 'production'].map((name) => `--quiet --output assembly/${name} -c stage=${name}`),
    );
    const uploads = build?.steps?.flatMap((step) => step.with ?? []);
    expect(uploads).toContainEqual(expect.objectContaining({ 'if-no-files-found': 'error' }));
  });

  it('reaches production only through the check, the tests on staging and an approval', () => {
    expect(deployWorkflow?.jobs['check']?.uses).toBe('./.github/workflows/check.yml');
    expect(staging).toMatchObject({ needs: ['check', 'build'], environment: 'staging' });
    expect(apiTests?.run).toMatch(/^ *npm run test:api$/m);
    expect(production).toMatchObject({ needs: 'staging', environment: 'production' });
    // A job with its own condition could run although a job before it was skipped.
    for (const job of [staging, production]) expect(job?.if).toBeUndefined();
  });

  it('is deployed by one run at a time, which a later push does not stop', () => {
    for (const job of [staging, production]) {
      const group = `deploy-${job?.environment}`;
      expect(job?.concurrency).toEqual({ group, 'cancel-in-progress': false });
    }
  });

  it.each([
    ['no newer run', [], 0],
    ['newer runs that have not begun', ['', 'skipped', ''], 0],
    ['a newer run that has deployed', ['success'], 1],
    ['a newer run that has failed', ['', 'failure'], 1],
    ['a newer run that was cancelled', ['cancelled', ''], 1],
    ['a newer run that was repeated', ['skipped\\nsuccess'], 1],
  ])('is stopped or not before production, with %s', (_, conclusions, status) => {
    const [step] = production?.steps ?? [];
    const deploy = production?.steps?.find(({ run }) => run === '.ci/deploy production');
    expect(step?.run).toContain('select(.name == "production")');
    expect(step?.run).toContain(`select(.name == "${deploy?.name}")`);
    const answers = conclusions.map((text, id) => `*/runs/${id}/jobs*) printf '${text}' ;;`);
    const ids = conclusions.map((_, id) => `${id}\\n`).join('');
    const list = `*'run_number > 7)'*) printf '${ids}' ;;`;
    const paged = `case $* in 'api --paginate repos/owner/name/actions/'*) ;; *) exit 8 ;; esac`;
    const gh = `${paged}; case $* in ${answers.join('\n')} ${list} *) exit 9 ;; esac`;
    expect(runStep(step, { gh }).status).toBe(status);
    // Without an answer, nothing is deployed.
    expect(runStep(step, { gh: 'exit 4' }).status).toBe(4);
  });

  it('is tested in each region of staging, until one fails', () => {
    const jq = `[ "$*" = "--exit-status --raw-output .[].ApiUrl outputs/*.json" ] || exit 99
      printf 'https://one\\nhttps://two\\n'`;
    const npm = 'case $* in *create*) echo plant_x ;; *) echo "$BASE_URL $TOKEN" ;; esac';
    const stdout = '::add-mask::plant_x\nhttps://one plant_x\nhttps://two plant_x\n';
    expect(runStep(apiTests, { jq, npm })).toEqual({ status: 0, stdout });
    const failing = `${npm}; [ "$BASE_URL" != https://two ]`;
    expect(runStep(apiTests, { jq, npm: failing }).status).toBe(1);
    const withoutToken = runStep(apiTests, { jq, npm: 'case $* in *create*) exit 6 ;; esac' });
    expect(withoutToken).toEqual({ status: 6, stdout: '' });
  });

  it.each([
    ['a probe', 'None', 0, 'region: "answer"\n'],
    ['a probe that fails', 'Unhandled', 1, 'region: "answer"\n'],
    ['no probe', undefined, 0, 'region has no probe, by its settings\n'],
  ])('ends in production with the call of each probe: %s', slow, (_, fault, status, stdout) => {
    const name = fault === undefined ? '' : 'echo Probe';
    const jq = `case $* in *ProbeName*) ${name} ;; *) echo '{"url":"https://api"}' ;; esac`;
    // As the AWS CLI, it writes the answer to the file that its last argument names.
    const aws = `case $* in *'--region region --function-name Probe --payload {"url":"https://api"} '*' --query FunctionError '*) ;; *) exit 9 ;; esac
      for file; do :; done; echo '"answer"' > "$file"; echo ${fault}`;
    expect(runStep(probes, { basename: 'echo region', jq, aws })).toEqual({ status, stdout });
  });
});
