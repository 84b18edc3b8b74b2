import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import project from '../package.json' with { type: 'json' };
import { filesOf } from './setup/system.ts';

const folder = '.github/workflows';
const workflows = readdirSync(folder).map((file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  return { file, text, workflow: parse(text) };
});
const jobs = workflows.flatMap(({ file, workflow }) =>
  Object.entries<Job>(workflow.jobs).map(([name, job]) => ({ ...job, file, name, workflow })),
);

interface Job {
  readonly permissions?: object;
  readonly environment?: string;
  readonly if?: string;
  readonly env?: Record<string, string>;
  readonly services?: Record<string, { readonly ports: string[] }>;
  readonly steps?: { readonly if?: string; readonly run?: string; readonly uses?: string }[];
}

function commandsOf({ steps = [] }: Job): string {
  return steps.flatMap(({ run = [] }) => run).join('\n');
}

/** Whether GitHub runs a job or a step. The operators of its conditions mean the same in JavaScript. */
function runs(condition: string, known: object): boolean {
  const expression = condition.replace(/^\$\{\{(.+)\}\}$/, '$1');
  return Boolean(runInNewContext(expression, { always: () => true, ...known }));
}

describe.each(workflows)('the workflow $file', ({ file, text, workflow }) => {
  it('runs no action or image that someone else can change', () => {
    for (const [, name] of text.matchAll(/(?:uses|image): (.+)/g)) {
      expect(name).toMatch(/^\.\/\.github\/|@[0-9a-f]{40} # v[\d.]+$|@sha256:[0-9a-f]{64}$/);
    }
  });

  it('has no stored key, and no foreign text in a command', () => {
    expect(workflow.on).not.toHaveProperty('pull_request_target');
    expect(text).not.toMatch(/secrets\.|access-key|continue-on-error/i);
    const commands = jobs.filter((job) => job.file === file).map(commandsOf);
    expect(commands.join('\n')).not.toContain('${{');
  });
});

it.each(jobs)(
  '$file: the job $name may write nothing, or takes a role and builds nothing',
  (job) => {
    const { environment, permissions = job.workflow.permissions, steps = [] } = job;
    expect(permissions, 'without them, it has those of the repository').toBeDefined();
    const writes = Object.entries(permissions).filter(([, right]) => right !== 'read');
    const takesRole = steps.some(({ uses }) => uses?.includes('/configure-aws-credentials@'));
    expect(writes).toEqual(takesRole ? [['id-token', 'write']] : []);
    if (!takesRole) return;
    expect(environment, 'the environment of its role').toBeDefined();
    // No script of a package runs beside an identity.
    expect(commandsOf(job).match(/^npm ci.*/gm)).toEqual(['npm ci --ignore-scripts']);
    expect(commandsOf(job)).not.toMatch(/cdk synth|npm run check|npm install/);
  },
);

it.each(['push', 'pull_request'])('a %s is checked, also that of a fork', (event_name) => {
  const event = { pull_request: { head: { repo: { full_name: 'fork/plants' } } } };
  const github = { event_name, event, ref: 'refs/heads/any', repository: 'owner/plants' };
  const checking = jobs.filter(({ workflow }) => 'pull_request' in workflow.on);
  const conditions = checking.flatMap((job) => [
    job.if,
    ...(job.steps ?? []).map((step) => step.if),
  ]);
  const ofEvent = conditions.filter((condition = '') => /\bgithub\./.test(condition));
  expect(ofEvent.filter((condition = '') => !runs(condition, { github }))).toEqual([]);
});

it('a job that starts a store names it to the tests', () => {
  const read = readFileSync('vitest.config.ts', 'utf8').match(/(?<=process\.env\[')\w+/g) ?? [];
  for (const { file, name, env = {}, services = {} } of jobs) {
    const ports = Object.values(services).flatMap((service) => service.ports);
    const urls = ports.map((port) => `http://127.0.0.1:${port.split(':')[0]}`);
    const named = read.flatMap((variable) => env[variable] ?? []);
    expect(named, `${file}: ${name}`).toEqual(expect.arrayContaining(urls));
  }
});

// A workflow with a schedule has the development tools.
it('an advisory of a development tool stops no deploy', () => {
  const deploying = jobs.filter(({ workflow }) => !('schedule' in workflow.on));
  const audits = deploying.flatMap((job) => commandsOf(job).match(/npm audit.*/g) ?? []);
  expect(audits).not.toEqual([]);
  for (const audit of audits) expect(audit).toMatch(/ --omit[ =]dev\b/);
});

it('production is reached only through the check, the tests on staging and an approval', () => {
  const deploy = workflows.find(({ file }) => file === 'deploy.yml');
  const { build, staging, production } = deploy?.workflow.jobs ?? {};
  const isBuilt = (AWS_REGION: string) => runs(build.if, { vars: { AWS_REGION } });
  expect([isBuilt('sa-east-1'), isBuilt('')]).toEqual([true, false]);
  expect(staging).toMatchObject({ needs: ['check', 'build'], environment: 'staging' });
  expect(staging.steps.at(-1).run).toBe('.ci/test-api');
  expect(production).toMatchObject({ needs: 'staging', environment: 'production' });
  // For a release of both functions and its rollback.
  const [, seconds] = /role-duration-seconds: .*?(\d+)/.exec(`${deploy?.text}`) ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(90 * 60);
  const [, most] =
    /--max-session-duration (\d+)/.exec(readFileSync('docs/DEPLOY.md', 'utf8')) ?? [];
  expect(Number(most), 'docs/DEPLOY.md').toBeGreaterThanOrEqual(Number(seconds));
  for (const job of [staging, production]) {
    // A job with its own condition could run although a job before it was skipped.
    expect(job.if).toBeUndefined();
    expect(job.concurrency).toMatchObject({ 'cancel-in-progress': false });
  }
});

it.each(['success', 'failure', 'cancelled'])(
  'a stack to throw away is destroyed after %s',
  (outcome) => {
    const steps = jobs.flatMap((job) => job.steps ?? []);
    const cleanups = steps.filter(({ run }) => run?.includes('cdk destroy'));
    expect(cleanups).not.toEqual([]);
    for (const { if: condition = '' } of cleanups) {
      expect(condition).toContain('always()');
      expect(runs(condition, { steps: { deploy: { outcome } } }), condition).toBe(true);
    }
  },
);

it('dependabot updates each folder with packages, and names packages that it has', () => {
  const { updates } = parse(readFileSync('.github/dependabot.yml', 'utf8'));
  for (const lock of filesOf('**/package-lock.json')) {
    const folder = `/${lock.replace(/\/?package-lock\.json$/, '')}`;
    const update = updates.find((one: { directory: string }) => one.directory === folder);
    const names = JSON.stringify(update)?.match(
      /(?<="(dependency-name":|patterns":\[[^\]]*)")[@\w/-]+/g,
    );
    const packages = readFileSync(lock.replace('-lock', ''), 'utf8');
    expect(
      names?.filter((name) => !packages.includes(`"${name}`)),
      folder,
    ).toEqual([]);
  }
});

it('what is tried on AWS is thrown away, under the name that its role may use', () => {
  const [tried] = workflows.filter(({ file }) => file === 'try-on-aws.yml');
  expect(tried?.workflow.env.STAGE).toMatch(/^try-/);
  const syntheses = tried?.text.match(/cdk synth .*/g) ?? ['no synthesis'];
  for (const synthesis of syntheses) expect(synthesis).toContain('-c disposable=true');
});

it('each suite that needs more than npm test has its job', () => {
  const all = jobs.map(commandsOf).join('\n');
  const suites = Object.keys(project.scripts).filter((name) => /^test:(?!api)/.test(name));
  expect(suites.filter((suite) => !all.includes(`npm run ${suite}\n`))).toEqual([]);
});
