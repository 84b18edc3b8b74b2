import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isToken } from '../functions/authorize/token.ts';
import { onWindows } from './system.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface Concurrency {
  readonly group: string;
  readonly 'cancel-in-progress': unknown;
}

interface Job {
  readonly permissions?: Record<string, string>;
  readonly environment?: string;
  readonly needs?: string | string[];
  readonly uses?: string;
  readonly if?: string;
  readonly 'timeout-minutes'?: number;
  readonly concurrency?: Concurrency;
  readonly strategy?: {
    readonly 'fail-fast': boolean;
    readonly matrix: { readonly include: readonly { system: string; node: string }[] };
  };
  readonly 'runs-on'?: string;
  readonly env?: Record<string, string>;
  readonly services?: Record<string, { readonly image: string; readonly ports: string[] }>;
  readonly steps?: Step[];
}

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Record<string, unknown>;
}

interface Workflow {
  readonly on: Record<string, unknown>;
  readonly permissions: Record<string, string>;
  readonly concurrency?: Concurrency;
  readonly jobs: Record<string, Job>;
}

const folder = '.github/workflows';
const workflows = readdirSync(folder).map((file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  return { file, text, workflow: parse(text) as Workflow };
});
const jobs = workflows.flatMap(({ file, workflow }) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ name: `${name} of ${file}`, job })),
);
const home = 'eu-central-1';
const { engines, optionalDependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Runs the commands of a step as a runner does, with stand-ins for the programs that they call. */
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

describe.each(workflows)('the workflow $file', ({ text, workflow }) => {
  it('may do nothing that a job does not ask for', () => {
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
  });

  it('puts nothing that others may write into a command, and knows no stored key', () => {
    for (const { steps = [] } of Object.values(workflow.jobs)) {
      for (const { run = '' } of steps) expect(run).not.toContain('${{');
    }
    expect(text).not.toMatch(/secrets\.|access-key/i);
    expect(workflow.on).not.toHaveProperty('pull_request_target');
  });

  it('runs scripts that exist', () => {
    for (const [, script = ''] of text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)) {
      expect(scripts).toHaveProperty([script]);
    }
  });
});

describe.each(jobs)('the job $name', ({ job }) => {
  const runs = (job.steps ?? []).flatMap(({ run }) => run ?? []);
  const deploys = runs.some((run) => run.startsWith('.ci/deploy '));

  it('asks for no more than to read, and for an identity where it deploys', () => {
    expect(job.permissions).toEqual({
      ...(runs.some((run) => run.includes('gh api')) && { actions: 'read' }),
      contents: 'read',
      ...(deploys && { 'id-token': 'write' }),
    });
    expect(job.environment !== undefined).toBe(deploys);
  });

  it('lets no package run a script where it has an identity, nor build or check anything', () => {
    const installs = runs.filter((run) => run.startsWith('npm ci'));
    if (deploys) {
      expect(installs).toEqual(['npm ci --ignore-scripts']);
      expect(runs.join('\n')).not.toMatch(/cdk synth|npm run (check|synth)|\.ci\/run|npm install/);
      const order = (job.steps ?? []).map(({ uses, run }) => uses ?? run ?? '');
      const at = (start: string) => order.findIndex((step) => step.startsWith(start));
      expect(at('npm ci')).toBeLessThan(at('npm run dependencies'));
      expect(at('npm run dependencies')).toBeLessThan(at('aws-actions/configure-aws-credentials'));
    } else {
      expect(JSON.stringify(job)).not.toMatch(/configure-aws-credentials|AWS_ROLE_ARN/);
    }
  });

  it('ends, and leaves no credentials behind', () => {
    if (job.uses !== undefined) return;
    // As long as the longest session that DEPLOY.md speaks of.
    expect(job['timeout-minutes']).toBeLessThanOrEqual(240);
    const checkouts = (job.steps ?? []).filter(({ uses }) => uses?.startsWith('actions/checkout'));
    expect(checkouts).toHaveLength(1);
    expect(checkouts[0]?.with).toEqual({ 'persist-credentials': false });
  });
});

// Its commands are those of bash, on the pipeline's Linux.
const itWithBash = it.skipIf(onWindows);

describe('a push', () => {
  const { check, deploy } = Object.fromEntries(
    workflows.map(({ file, workflow }) => [file.replace('.yml', ''), workflow]),
  );

  it('is checked once, whatever its branch, as .ci/run does from a fresh clone', () => {
    // A pull request of this repository comes from a branch that was pushed.
    expect(Object.keys(check?.on ?? {})).toEqual(['push', 'pull_request', 'workflow_call']);
    expect(check?.jobs['check']?.if).toBe(
      "github.event_name != 'pull_request' || github.event.pull_request.head.repo.full_name != github.repository",
    );
    expect(check?.on).toMatchObject({ push: { 'branches-ignore': ['main'] }, workflow_call: null });
    expect(check?.jobs['check']?.steps?.at(-1)?.run).toBe('.ci/run');
    expect(deploy?.on).toEqual({ push: { branches: ['main'] } });
    expect(deploy?.jobs['check']?.uses).toBe('./.github/workflows/check.yml');
  });

  it('is audited apart from the tests: any known hole in what is deployed, grave ones elsewhere', () => {
    const audit = check?.jobs['audit'];
    expect(audit?.steps?.map(({ run }) => run)).toEqual([undefined, 'npm run audit']);
    expect(audit).not.toHaveProperty('continue-on-error');
    expect(audit).not.toHaveProperty('if');
    expect(scripts['audit']).toBe(
      'npm audit --omit dev && npm audit --audit-level high && npm audit --prefix test/lab --audit-level high',
    );
  });

  it('is installed, tested and started on each system and Node that README names', () => {
    const { strategy, steps = [], ...job } = check?.jobs['start'] ?? {};
    expect(job['runs-on']).toBe(`\${{ matrix.system }}`);
    const [, { with: settings } = {}, ...runs] = steps;
    expect(settings).toEqual({
      'node-version': `\${{ matrix.node }}`,
      'package-manager-cache': false,
    });
    expect(runs).toEqual(['npm ci', 'npm run test:start', 'npm test'].map((run) => ({ run })));
    expect(job).not.toHaveProperty('continue-on-error');

    expect(strategy?.['fail-fast']).toBe(false);
    const included = strategy?.matrix.include ?? [];
    const nodes = Map.groupBy(included, ({ system }) => system.replace(/-[\d.]+$/, ''));
    const majorsOn = (system: string) =>
      nodes.get(system)?.map(({ node }) => Number.parseInt(node, 10));
    const oldest = Number(engines.node.replace('>=', ''));
    const [brought = ''] = Object.values<string>(optionalDependencies);
    const own = Number.parseInt(brought, 10);
    expect([...nodes.keys()]).toEqual(['ubuntu', 'windows', 'macos']);
    expect(majorsOn('ubuntu')).toEqual([oldest, 22, own, 26]);
    expect(majorsOn('windows')).toEqual([oldest, 26]);
    // npm has no package of Node for macOS.
    expect(Object.keys(optionalDependencies).join()).not.toContain('darwin');
    expect(majorsOn('macos')).toEqual([own, 26]);
    for (const { node } of included) expect(node).toMatch(/^\d+\.\d+\.\d+$/);
    expect(included.map(({ node }) => node)).toContain(brought);
  });

  it("runs every event in AWS's own images, by a sam of one version", () => {
    const { steps = [] } = check?.jobs['sam'] ?? {};
    expect(steps.find(({ uses }) => uses?.includes('setup-sam'))?.with).toEqual({
      'use-installer': true,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    expect(steps.at(-1)?.run).toBe('npm run test:sam');
    expect(check?.jobs['sam']).not.toHaveProperty('continue-on-error');
  });

  it("is tested on Amazon's DynamoDB Local, one that nobody else can change", () => {
    const { env, services, steps = [] } = check?.jobs['dynamodb-local'] ?? {};
    expect(services?.['dynamodb']?.image).toMatch(/^amazon\/dynamodb-local@sha256:[0-9a-f]{64}$/);
    expect(services?.['dynamodb']?.ports).toEqual([
      `${new URL(env?.['DYNAMODB_URL'] ?? '').port}:8000`,
    ]);
    expect(steps.at(-1)?.run).toBe('npm run test:store');
    expect(check?.jobs['dynamodb-local']).not.toHaveProperty('continue-on-error');
  });

  it('to main goes to production only through the check, the suite on staging and an approval', () => {
    const { staging, production } = deploy?.jobs ?? {};
    expect(staging).toMatchObject({ needs: ['check', 'build'], environment: 'staging' });
    expect(deploy?.jobs['build']?.if).toBe("vars.AWS_REGION != ''");
    // What it needs was skipped where AWS_REGION is not set: then it is, too.
    expect(staging?.if).toBeUndefined();
    const lastOf = (job: Job | undefined) => job?.steps?.at(-1)?.run ?? '';
    expect(lastOf(staging)).toMatch(/^ *npm run test:api$/m);
    expect(production).toMatchObject({ needs: 'staging', environment: 'production' });
    // A job that states a condition of its own may run although what it needs was skipped.
    expect(production?.if).toBeUndefined();
    const [token = ''] = /plant_\w+/.exec(lastOf(production)) ?? [];
    expect(isToken(token)).toBe(true);
  });

  itWithBash(
    'does not go to production after a newer one began to, however late it is approved',
    () => {
      const { steps = [] } = deploy?.jobs['production'] ?? {};
      const named = steps.find(({ run }) => run === '.ci/deploy production')?.name;
      const step = steps.find(({ run }) => run?.includes('gh api'));
      expect(step?.run).toContain(`select(.name == "production")`);
      expect(step?.run).toContain(`select(.name == "${named}")`);
      expect(steps.findIndex(({ uses }) => uses?.includes('aws-credentials'))).toBeGreaterThan(
        steps.indexOf(step as Step),
      );
      /** What GitHub says of newer runs' deploys; undefined where nothing was said. */
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
      expect(stopped(['success'])).toBe(1);
      // It has deployed, though its last check may have failed, or the deploy itself, halfway.
      expect(stopped([waiting, 'failure'])).toBe(1);
      expect(stopped(['cancelled', waiting])).toBe(1);
      expect(stopped([waiting, 'skipped\\nsuccess'])).toBe(1);
      // Where nobody answers, nothing is deployed.
      expect(runStep(step, { gh: 'exit 4' }).status).toBe(4);
    },
  );

  itWithBash('is checked in each region of a stage', () => {
    const checkIn = (stage: string) => deploy?.jobs[stage]?.steps?.at(-1);
    const everywhere = [home, 'eu-west-1'].map((region) => `https://${region}`);
    const jq = `[ "$*" = "--exit-status --raw-output .[].ApiUrl outputs/*.json" ] || exit 99
      printf '${everywhere.join('\\n')}\\n'`;
    const npm = `case $* in *create*) echo plant_x ;; *) echo "$BASE_URL $TOKEN" ;; esac`;
    expect(runStep(checkIn('staging'), { jq, npm })).toEqual({
      status: 0,
      stdout: ['::add-mask::plant_x', ...everywhere.map((url) => `${url} plant_x`), ''].join('\n'),
    });
    const second = `${npm}; [ "$BASE_URL" != ${everywhere[1]} ]`;
    expect(runStep(checkIn('staging'), { jq, npm: second }).status).toBe(1);
    const curl = (status: number) =>
      `case $* in *${everywhere[1]}/plants) printf ${status} ;; *) printf 403 ;; esac`;
    expect(runStep(checkIn('production'), { jq, curl: curl(403) })).toEqual({
      status: 0,
      stdout: everywhere.map((url) => `${url} answers 403\n`).join(''),
    });
    expect(runStep(checkIn('production'), { jq, curl: curl(500) }).status).toBe(1);
    expect(runStep(checkIn('production'), { jq: 'exit 4' }).status).toBe(4);
  });

  it('waits for the deploy before it of the same stage, and for no approval of another', () => {
    expect(deploy?.concurrency).toBeUndefined();
    for (const stage of ['staging', 'production']) {
      expect(deploy?.jobs[stage]?.concurrency).toEqual({
        group: `deploy-${stage}`,
        'cancel-in-progress': false,
      });
    }
  });

  it('deploys each stage as cdk.json has it, in one build, and sets nothing else', () => {
    const commands = Object.entries(deploy?.jobs ?? {}).flatMap(([job, { steps = [] }]) =>
      steps.flatMap(({ run = '' }) =>
        run.split('\n').flatMap((line) => (/cdk|-c |--context/.test(line) ? [[job, line]] : [])),
      ),
    );
    expect(commands).toEqual(
      ['staging', 'production'].map((stage) => [
        'build',
        `npx cdk synth --quiet --output assembly/${stage} -c stage=${stage}`,
      ]),
    );
    for (const [job, action] of [
      ['build', 'actions/upload-artifact'],
      ['staging', 'actions/download-artifact'],
      ['production', 'actions/download-artifact'],
    ] as const) {
      const steps = deploy?.jobs[job]?.steps ?? [];
      const step = steps.find(({ uses }) => uses?.startsWith(action));
      expect(step?.with).toMatchObject({ name: 'assembly', path: 'assembly' });
    }
    const upload = deploy?.jobs['build']?.steps?.at(-1)?.with;
    expect(upload).toMatchObject({ 'if-no-files-found': 'error', overwrite: true });
    for (const stage of ['staging', 'production']) {
      const runs = deploy?.jobs[stage]?.steps?.map(({ run }) => run);
      expect(runs).toContain(`.ci/deploy ${stage}`);
    }
    const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));
    expect(Object.keys(context.stages)).toEqual(['production', 'staging']);
  });
});
