import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { onWindows } from '../../../tools/test/setup/system.ts';
import { runScript } from './run-script.ts';
import {
  type Any,
  deploying,
  givenTo,
  jobOf,
  jobs,
  jobsBefore,
  runs,
  scriptOf,
  workflows,
} from './workflows.ts';

// The way to production, and who may go it. zizmor looks for other faults of the workflows: .ci/zizmor.

it.each(jobs)(
  '$file: the job $name can write nothing here, and can only get the role of its environment',
  (job) => {
    const takesRole = givenTo('configure-aws-credentials', job);
    expect(takesRole).toHaveLength(job.environment ? 1 : 0);
    const writes = Object.entries(job.permissions).filter(([, right]) => right !== 'read');
    expect(writes).toEqual(job.environment ? [['id-token', 'write']] : []);
  },
);

it.each(workflows)('$file has no stored key', (workflow) => {
  const keys = JSON.stringify(workflow).match(/\$\{\{[^}]*\bsecrets\b|access-key[\w-]*/gi);
  expect(keys ?? []).toEqual([]);
});

it.each(jobs)('$file: no command of $name contains a text of others', (job) => {
  // GitHub writes it into the script: a name of a branch can then be a command.
  expect(scriptOf(job).match(/\$\{\{.+?\}\}/g) ?? []).toEqual([]);
});

it.each(workflows)('$file fails if a step fails', (workflow) => {
  expect(JSON.stringify(workflow)).not.toContain('continue-on-error');
});

it.each(deploying)('$file: no script of a package runs beside the identity of $name', (job) => {
  expect(scriptOf(job)).toMatch(/^\.ci\/install$/m);
  expect(scriptOf(job)).not.toMatch(/npm ci|npm install|cdk synth|synthesize/);
});

// The script needs bash; the workflows run it on Linux.
it.skipIf(onWindows)('.ci/install runs no script of a package', () => {
  const { stdout } = runScript('.ci/install', { programs: { npm: 'echo "npm $*"' } });
  expect(stdout).toBe('npm ci --ignore-scripts\nnpm run dependencies\n');
});

it('each push is checked, and each pull request of a fork', () => {
  const { on } = jobOf('check.yml', 'check').workflow;
  expect(on.push).toEqual({ 'branches-ignore': ['main'] });
  expect(Object.keys(on)).toEqual(expect.arrayContaining(['pull_request', 'workflow_call']));
  expect(jobOf('deploy.yml', 'check').uses).toMatch(/\/check\.yml$/);
  const repository = 'owner/plants';
  const event = { pull_request: { head: { repo: { full_name: 'fork/plants' } } } };
  const pushed = { github: { event_name: 'push', repository } };
  const fromFork = { github: { event_name: 'pull_request', event, repository } };
  for (const job of jobs.filter(({ file }) => file === 'check.yml')) {
    expect([runs(job, pushed), runs(job, fromFork)], job.name).toEqual([true, true]);
  }
});

it('only a push to main, or a person by hand, deploys', () => {
  for (const job of deploying) {
    if (!/\.ci\/(deploy|destroy)\b/.test(scriptOf(job))) continue;
    const { workflow_dispatch: byHand, ...others } = job.workflow.on;
    expect(others).toEqual(byHand === undefined ? { push: { branches: ['main'] } } : {});
  }
});

it('each stage is looked at each day', () => {
  const { strategy, workflow, ...look } = jobOf('look.yml', 'look');
  const [{ cron }] = workflow.on.schedule;
  expect(cron).toMatch(/^\d+ \d+ \* \* \*$/);
  expect(scriptOf(look)).toMatch(/^\.ci\/look "\$STACK"$/m);
  const names = strategy.matrix.include.map(({ environment }: Any) => environment);
  // Those of deploy.yml can have reviewers, for whom a job would wait.
  expect(names).toEqual(['look-staging', 'look-production']);
  expect(runs(look, { vars: { AWS_REGION: '' } }), 'a copy without an account').toBe(false);
});

it('production is reached only through the check, the tests on staging and an approval', () => {
  const [build, staging, production] = ['build', 'staging', 'production'].map((name) =>
    jobOf('deploy.yml', name),
  );
  const vars = { AWS_REGION: 'sa-east-1' };
  expect(runs(build, { vars })).toBe(true);
  expect(runs(build, { vars: { AWS_REGION: '' } }), 'a copy without an account').toBe(false);
  expect(jobsBefore(staging)).toEqual(new Set(['check', 'build']));
  expect(jobsBefore(production)).toEqual(new Set(['check', 'build', 'staging']));
  expect(scriptOf(staging)).toMatch(/\.ci\/deploy staging\n\.ci\/test-api$/);
  expect(scriptOf(production)).toContain('.ci/deploy production');
  for (const job of [build, staging, production]) {
    for (const one of [job, ...job.steps]) {
      expect(runs(one, { vars, hasFailed: true }), JSON.stringify(one)).toBe(false);
    }
  }
  // The reviewers of an environment approve, and only its jobs get its role.
  for (const { environment, file, name } of deploying) {
    if (file === 'deploy.yml') expect(environment).toBe(name);
  }
});

it('no newer run ends a deploy, and each stage has its own queue', () => {
  const main = { github: { ref: 'refs/heads/main' } };
  for (const { concurrency } of [...workflows, ...jobs]) {
    const ends = { if: concurrency?.['cancel-in-progress'] ?? false };
    expect(runs(ends, main), concurrency?.group).toBe(false);
  }
  for (const name of ['staging', 'production']) {
    expect(jobOf('deploy.yml', name).concurrency.group).toContain(name);
  }
});

const deployPage = readFileSync('docs/DEPLOY.md', 'utf8');

/** The first JSON of docs/DEPLOY.md. Test role-rights.test.ts has the others. */
const [, trustText] = /```json\n(.+?)```/s.exec(deployPage) ?? [];
const trust: Any = JSON.parse(`${trustText}`);

it("docs/DEPLOY.md lets only the jobs of a stage's environment take its role", () => {
  const { Action, Condition, Effect } = trust.Statement;
  expect([Effect, Action]).toEqual(['Allow', 'sts:AssumeRoleWithWebIdentity']);
  const conditions = Object.entries(Condition.StringEquals);
  const named = conditions.map(([name, value]) => [name.replace(/.*:/, ''), value]);
  expect(Object.fromEntries(named)).toEqual({
    aud: 'sts.amazonaws.com',
    sub: 'SUBJECT:environment:staging',
  });
});
