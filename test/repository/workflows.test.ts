import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import project from '../../package.json' with { type: 'json' };
import { filesOf } from '../../tools/test/setup/system.ts';

// The way to production, and who may go it. zizmor looks for other faults of the workflows: .ci/zizmor.

/** YAML has no types. */
type Any = ReturnType<typeof parse>;

const workflows: Any[] = filesOf('.github/workflows/*.yml').map((path) => ({
  file: path.replace(/.*\//, ''),
  ...parse(readFileSync(path, 'utf8')),
}));
const jobs: Any[] = workflows.flatMap((workflow) =>
  Object.entries<Any>(workflow.jobs).map(([name, job]) => ({
    file: workflow.file,
    permissions: workflow.permissions,
    steps: [],
    ...job,
    name,
    workflow,
  })),
);
const deploying = jobs.filter(({ environment }) => environment);

function jobOf(file: string, name: string): Any {
  return jobs.find((job) => job.file === file && job.name === name) ?? expect.fail(`no ${name}`);
}

function commandsOf({ steps }: Any): string {
  return steps.flatMap(({ run = [] }: Any) => run).join('\n');
}

/** What a job gives to an action, each time. */
function givenTo(action: string, { steps }: Any): Any[] {
  return steps.flatMap((step: Any) => (step.uses?.includes(`/${action}@`) ? step.with : []));
}

/** The names of all jobs that a job waits for. */
function jobsBefore({ file, needs = [] }: Any): Set<string> {
  const names: string[] = [needs].flat();
  return new Set(names.flatMap((name) => [name, ...jobsBefore(jobOf(file, name))]));
}

interface Known {
  readonly hasFailed?: boolean;
  readonly [context: string]: unknown;
}

/**
 * Whether GitHub runs a job or a step. The operators of its conditions mean the same in JavaScript. A condition without a
 * status function only holds after a success:
 * https://docs.github.com/en/actions/reference/workflows-and-actions/expressions#status-check-functions
 */
function runs({ if: condition = true }: Any, { hasFailed = false, ...known }: Known): boolean {
  const expression = `${condition}`.replace(/^\$\{\{(.+)\}\}$/, '$1');
  const hasStatus = /\b(always|cancelled|failure|success)\(\)/.test(expression);
  return runInNewContext(hasStatus ? expression : `success() && (${expression})`, {
    always: () => true,
    cancelled: () => false,
    failure: () => hasFailed,
    success: () => !hasFailed,
    ...known,
  });
}

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
  expect(commandsOf(job).match(/\$\{\{.+?\}\}/g) ?? []).toEqual([]);
});

it.each(workflows)('$file fails if a step fails', (workflow) => {
  expect(JSON.stringify(workflow)).not.toContain('continue-on-error');
});

it.each(deploying)('$file: no script of a package runs beside the identity of $name', (job) => {
  expect(commandsOf(job)).toContain('npm ci --ignore-scripts');
  expect(commandsOf(job)).not.toMatch(/npm ci(?! --ignore-scripts)|npm install|cdk synth/);
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
  const triggers = deploying.map(({ workflow }) => JSON.stringify(workflow.on));
  expect(new Set(triggers)).toEqual(
    new Set(['{"push":{"branches":["main"]}}', '{"workflow_dispatch":null}']),
  );
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
  expect(commandsOf(staging)).toMatch(/\.ci\/deploy staging\n\.ci\/test-api$/);
  expect(commandsOf(production)).toContain('.ci/deploy production');
  for (const job of [build, staging, production]) {
    for (const one of [job, ...job.steps]) {
      expect(runs(one, { vars, hasFailed: true }), JSON.stringify(one)).toBe(false);
    }
  }
  // The reviewers of an environment approve, and only its jobs get its role.
  for (const { environment, name } of deploying) expect(environment).toBe(name);
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

it('a stack to throw away is destroyed, whatever happened after its deploy began', () => {
  const { steps } = jobOf('try-on-aws.yml', 'try');
  const cleanup = steps.find(({ run }: Any) => run?.includes('cdk destroy'));
  for (const outcome of ['success', 'failure', 'cancelled']) {
    const ids = steps.flatMap(({ id = [] }: Any) => id);
    const known = Object.fromEntries(ids.map((id: string) => [id, { outcome }]));
    const hasFailed = outcome !== 'success';
    expect(runs(cleanup, { steps: known, hasFailed }), outcome).toBe(true);
  }
});

const deployPage = readFileSync('docs/DEPLOY.md', 'utf8');

/** The JSON of docs/DEPLOY.md. */
const [trust, rights]: Any[] = [...deployPage.matchAll(/```json\n(.+?)```/gs)].map(([, text]) =>
  JSON.parse(`${text}`),
);

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

it.each(deploying)(
  'docs/DEPLOY.md gives the role of $name the rights of its commands, and no others',
  (job) => {
    const row = RegExp(`^ *\\| \`${job.environment}\` \\| \`(\\S+)\` \\|(.*)\\|$`, 'm');
    const [, stack = '', without = ''] = row.exec(deployPage) ?? expect.fail('no row');
    const { Action, Effect, Resource } = rights.Statement;
    expect(Effect).toBe('Allow');
    const given = Action.filter((action: string) => !without.includes(`\`${action}\``));
    expect(given.toSorted()).toEqual(rightsOf(job).toSorted());
    // Each right is one for resources of this stack, or for roles of the CDK.
    const services = Action.map((action: string) => action.replace(/:.*/, ''));
    const named = Resource.map((arn: string) => arn.split(':')[2]?.replace('iam', 'sts'));
    expect(new Set(named)).toEqual(new Set(services));
    const own = /:ACCOUNT:(.*STACK[-/].*|role\/cdk-\w+-(deploy|file-publishing)-role-)\*$/;
    for (const arn of Resource) expect(arn).toMatch(own);
    expect(stack).toMatch(/^PlantStore(-|$)/);
  },
);

/** The rights that the commands of a job need, with the scripts that they start. */
function rightsOf(job: Any): string[] {
  const text = withScripts(commandsOf(job));
  const called = [...text.matchAll(/\baws ([a-z]+) ([a-z-]+)/g)].map(
    ([, service, command = '']) => {
      const action = command.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
      return `${service}:${action.replace(/^Invoke$/, 'InvokeFunction')}`;
    },
  );
  // The CDK takes its own roles.
  if (text.includes('npx cdk deploy')) called.push('sts:AssumeRole');
  if (text.includes('token -- create')) called.push('dynamodb:PutItem');
  return [...new Set(called)];
}

function withScripts(commands: string): string {
  const scripts = new Map(Object.entries<string>(project.scripts));
  const started = commands.match(/(?<=npm run )[\w:]+/g) ?? [];
  const files = commands.match(/\.ci\/[\w-]+/g) ?? [];
  const found = [
    ...started.map((name) => scripts.get(name) ?? expect.fail(`no script ${name}`)),
    ...files.map((file) => withScripts(scriptOf(file))),
  ];
  return [commands, ...found].join('\n');
}

function scriptOf(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/^#.*/gm, '');
}
