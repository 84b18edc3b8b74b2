import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { nodeMajor } from '../../infra/build/bundle.ts';
import project from '../../package.json' with { type: 'json' };
import { filesOf } from '../../tools/test/setup/system.ts';

/** YAML has no types. */
type Any = ReturnType<typeof parse>;

const workflows = filesOf('.github/workflows/*.yml').map((path) => {
  const text = readFileSync(path, 'utf8');
  return { file: path.replace(/.*\//, ''), text, workflow: parse(text) };
});
const jobs = workflows.flatMap((one) =>
  Object.entries<Any>(one.workflow.jobs).map(([name, job]) => ({
    steps: [],
    ...job,
    ...one,
    name,
  })),
);
const deployPage = readFileSync('docs/DEPLOY.md', 'utf8');
const scripts = new Map(Object.entries(project.scripts));

function commandsOf({ steps }: Any): string {
  return steps.flatMap(({ run = [] }: Any) => run).join('\n');
}

/** The commands of a job, with the scripts that they start. */
function textOf(job: Any): string {
  const withScript = (command: string) => `${command}: ${scripts.get(command.slice(8))}`;
  const commands = commandsOf(job).replace(/npm run [\w:]+/g, withScript);
  const files = commands.match(/\.ci\/[\w.-]+|(?:\btools\/)?\btest\/[\w/-]+\.ts/g) ?? [];
  return [commands, ...files.map((file) => readFileSync(file, 'utf8'))].join('\n');
}

/** What a job gives to an action, each time. */
function givenTo(action: string, { steps }: Any): Any[] {
  return steps.flatMap((step: Any) => (step.uses?.includes(`/${action}@`) ? step.with : []));
}

/** All jobs that a job waits for. */
function jobsBefore({ file, name, needs = [] }: Any): Any[] {
  return [needs].flat().flatMap((need) => {
    const found = jobs.find((one) => one.file === file && one.name === need);
    expect(found, `${file}: ${name} needs ${need}`).toBeDefined();
    return [...jobsBefore(found), found];
  });
}

/** Whether GitHub runs a job or a step. The operators of its conditions mean the same in JavaScript. */
function runs(condition: string | boolean, known: object): boolean {
  const expression = `${condition}`.replace(/^\$\{\{(.+)\}\}$/, '$1');
  return Boolean(runInNewContext(expression, { always: () => true, ...known }));
}

describe.each(workflows)('the workflow $file', ({ file, text, workflow }) => {
  const own = jobs.filter((job) => job.file === file);

  it('runs no action or image that someone else can change, and one version of each', () => {
    for (const [, name = ''] of text.matchAll(/(?:uses|image): (.+)/g)) {
      expect(name).toMatch(/^\.\/\.github\/|@[0-9a-f]{40} # v[\d.]+$|@sha256:[0-9a-f]{64}$/);
      const all = RegExp(`${name.replace(/@.+/, '')}.+`, 'g');
      expect(new Set(workflows.flatMap((one) => one.text.match(all) ?? [])).size).toBeLessThan(2);
    }
  });

  it('has no stored key, and no foreign text in a command', () => {
    expect(workflow.on).not.toHaveProperty('pull_request_target');
    expect(text).not.toMatch(/secrets\.|access-key|continue-on-error/i);
    expect(own.map(commandsOf).join('\n')).not.toContain('${{');
  });

  it('names steps, artifacts and variables that are there', () => {
    const ids = own.flatMap(({ steps }) => steps.map(({ id }: Any) => id));
    expect(ids).toEqual(expect.arrayContaining(text.match(/(?<=\bsteps\.)\w+/g) ?? []));
    for (const job of own) {
      const kept = jobsBefore(job).flatMap((one) => givenTo('upload-artifact', one));
      for (const { name, path } of givenTo('download-artifact', job)) {
        // A run that is repeated deploys its new files, and never none.
        const options = { 'if-no-files-found': 'error', overwrite: true };
        expect(kept).toContainEqual(expect.objectContaining({ name, path, ...options }));
        expect(textOf(job)).toContain(`${path}/$1`);
      }
    }
    for (const variable of text.match(/(?<=\bvars\.)\w+/g) ?? [])
      expect(deployPage).toContain(`\`${variable}\``);
  });

  it('gives each command the variables that it reads, and no others', () => {
    const everything = own.map(textOf).join('\n') + readFileSync('vitest.config.ts', 'utf8');
    for (const { env: ofJob = {}, steps } of own) {
      const given = Object.keys({ ...workflow.env, ...ofJob });
      expect(given.filter((name) => !everything.includes(name))).toEqual([]);
      for (const { run = '', env = {} } of steps) {
        const used = run.replaceAll('gh api', '$GH_TOKEN').match(/(?<=\$\{?)[A-Z_]{2,}/g) ?? [];
        const set = run.match(/\b[A-Z_]+(?==)|(?<=\bfor )\w+|\bGITHUB_\w+/g) ?? [];
        expect([...given, ...set, ...Object.keys(env)]).toEqual(expect.arrayContaining(used));
        expect(used, run).toEqual(expect.arrayContaining(Object.keys(env)));
      }
    }
  });
});

it.each(jobs)(
  '$file: the job $name ends, has the rights that it needs, and writes nothing',
  (job) => {
    const { environment, permissions = job.workflow.permissions } = job;
    const takesRole = givenTo('configure-aws-credentials', job);
    const clones = givenTo('checkout', job);
    const commands = commandsOf(job);
    const written = takesRole.length > 0 ? { 'id-token': 'write' } : {};
    expect(permissions, 'without them, it has those of the repository').toMatchObject({
      ...((job.uses || clones.length > 0) && { contents: 'read' }),
      ...(/\/actions\b/.test(commands) && { actions: 'read' }),
      ...written,
    });
    const writes = Object.entries(permissions).filter(([, right]) => right !== 'read');
    expect(Object.fromEntries(writes)).toEqual(written);
    if (job.uses === undefined) expect(job['timeout-minutes']).toEqual(expect.any(Number));
    for (const clone of clones) expect(clone['persist-credentials']).toBe(false);
    // Otherwise a clone has one commit, and nothing to compare it with.
    if (/\borigin\/main\b/.test(textOf(job))) expect(clones).toMatchObject([{ 'fetch-depth': 0 }]);
    expect(`${job['runs-on']}`).not.toContain('latest');
    expect(takesRole, 'the environment of its role').toHaveLength(environment ? 1 : 0);
    if (!environment) return;
    expect(takesRole[0]).toHaveProperty('role-to-assume', expect.stringMatching(/ROLE_ARN/));
    expect(job.workflow.env.STAGE ?? job.name).toMatch(RegExp(`^${environment}\\b`));
    // No script of a package runs beside an identity.
    const installing = commands.match(/^npm ci.*\n.*/gm);
    expect(installing).toEqual(['npm ci --ignore-scripts\nnpm run dependencies']);
    expect(commands).not.toMatch(/cdk synth|npm run check|npm install/);
    expect(commands).toMatch(/\.ci\/deploy .+\n\.ci\/(test-api|call-probe)/);
  },
);

/** What a step does, and what its job must have done before. */
const orders: readonly (readonly [RegExp, RegExp])[] = [
  [/\bnpm |\.ci\//, /actions\/checkout@/],
  [/\bnpm run|\bnpx |\.ci\/deploy/, /\bnpm ci/],
  [/\.ci\/deploy/, /npm run dependencies/],
  [/\.ci\/deploy/, /download-artifact/],
  [/\.ci\/deploy/, /configure-aws-credentials/],
  [/\.ci\/(test-api|call-probe)|cdk destroy/, /\.ci\/deploy/],
];

it.each(jobs)('$file: each step of $name finds what it needs', ({ steps }) => {
  const texts: string[] = steps.flatMap(({ uses, run }: Any) => uses ?? run.split(/\n|&&/));
  for (const [step, needed] of orders) {
    const first = texts.findIndex((text) => step.test(text));
    const done = texts.slice(0, first).join('\n');
    if (first >= 0) expect(done, `${texts[first]} needs ${needed}`).toMatch(needed);
  }
});

it.each(['push', 'pull_request'])('a %s is checked, also that of a fork', (event_name) => {
  const event = { pull_request: { head: { repo: { full_name: 'fork/plants' } } } };
  const github = { event_name, event, ref: 'refs/heads/any', repository: 'owner/plants' };
  const checking = jobs.filter(({ workflow: { on } }) => event_name in on && 'pull_request' in on);
  expect(checking.map(commandsOf)).toContainEqual(expect.stringContaining('npm run check'));
  const conditions = checking.flatMap((job) => [job, ...job.steps].map((one) => one.if ?? 'true'));
  expect(conditions.filter((condition) => !runs(condition, { github }))).toEqual([]);
});

it('only main is deployed, each other branch is checked, and packages are audited each week', () => {
  const triggersOf = (command: string, trigger: string) =>
    jobs.flatMap((job) =>
      commandsOf(job).includes(command) ? (job.workflow.on[trigger] ?? []) : [],
    );
  expect(triggersOf('.ci/deploy production', 'push')).toEqual([{ branches: ['main'] }]);
  expect(triggersOf('npm run check', 'push')).toEqual([{ 'branches-ignore': ['main'] }]);
  const deploying = jobs.filter(({ environment }) => environment);
  const triggers = deploying.map(({ file, workflow }) => `${file}: ${Object.keys(workflow.on)}`);
  expect(new Set(triggers)).toEqual(
    new Set(['deploy.yml: push', 'try-on-aws.yml: workflow_dispatch']),
  );
  const weekly = expect.stringMatching(/^[1-5]?\d (1?\d|2[0-3]) \* \* [0-6]$/);
  expect(triggersOf('npm audit', 'schedule')).toEqual([{ cron: weekly }]);
});

it('a newer run ends an older one of its own branch, but none of main', () => {
  const all = [...workflows.map(({ workflow }) => workflow), ...jobs];
  for (const { group, 'cancel-in-progress': ends } of all.flatMap((one) => one.concurrency ?? [])) {
    expect(runs(ends, { github: { ref: 'refs/heads/main' } })).toBe(false);
    if (runs(ends, { github: { ref: 'any' } })) expect(group).toMatch(/github\.workflow.+\.ref/);
  }
});

it('npm ci is tried on each system, with the oldest Node that it needs there', () => {
  const rows: Any[] = jobs.flatMap(({ strategy }) => strategy?.matrix.include ?? []);
  for (const { strategy, ...job } of jobs.filter((one) => one.strategy)) {
    expect(strategy['fail-fast'], 'what is wrong on each system').toBe(false);
    const used = [...`${job['runs-on']} ${JSON.stringify(job.steps)}`.matchAll(/\bmatrix\.(\w+)/g)];
    expect(new Set(used.map(([, key]) => key))).toEqual(
      new Set(Object.keys(strategy.matrix.include[0])),
    );
  }
  const least = Number(/\d+/.exec(project.engines.node));
  // On macOS, npm brings no Node.
  for (const [name, oldest] of Object.entries({
    ubuntu: least,
    windows: least,
    macos: nodeMajor,
  })) {
    const nodes = rows.filter(({ system }) => system.startsWith(name)).map(({ node }) => node);
    expect(Math.min(...nodes.map((node) => Number.parseInt(node, 10))), name).toBe(oldest);
  }
});

it('a job that starts a store names it to the tests', () => {
  const read = readFileSync('vitest.config.ts', 'utf8').match(/(?<=process\.env\[')\w+/g) ?? [];
  for (const { file, name, env = {}, services = {} } of jobs) {
    const ports = Object.values<Any>(services).flatMap((service) => service.ports);
    // DynamoDB Local has this port in its container.
    const urls = ports.map((port) => `http://127.0.0.1:${port.replace(/:8000$/, '')}`);
    const named = read.flatMap((variable) => env[variable] ?? []);
    expect(named, `${file}: ${name}`).toEqual(expect.arrayContaining(urls));
  }
});

it('an advisory of a development tool stops no deploy, and is found each week', () => {
  const audits = jobs.flatMap((job) =>
    (commandsOf(job).match(/npm audit.*/g) ?? []).map((audit) => ({
      isWeekly: 'schedule' in job.workflow.on,
      hasTools: !/ --omit[ =]dev\b/.test(audit),
      folder: /--prefix (\S+)/.exec(audit)?.[1] ?? '.',
    })),
  );
  const deploying = audits.filter(({ isWeekly }) => !isWeekly);
  expect(new Set(deploying.map(({ hasTools }) => hasTools))).toEqual(new Set([false]));
  const weekly = audits.filter(({ isWeekly, hasTools }) => isWeekly && hasTools);
  const locks = filesOf('**/package-lock.json').map(dirname);
  expect(weekly.map(({ folder }) => folder)).toEqual(expect.arrayContaining(locks));
});

it('production is reached only through the check, the tests on staging and an approval', () => {
  const [build, staging, production] = ['build', 'staging', 'production'].map((name) =>
    jobs.find((job) => job.file === 'deploy.yml' && job.name === name),
  );
  const isBuilt = (AWS_REGION: string) => runs(build.if, { vars: { AWS_REGION } });
  expect([isBuilt('sa-east-1'), isBuilt('')]).toEqual([true, false]);
  const before = jobsBefore(production).map(({ name }) => name);
  expect(new Set(before)).toEqual(new Set(['check', 'build', 'staging']));
  expect(jobsBefore(staging)).toHaveLength(2);
  expect(staging.steps.at(-1).run).toBe('.ci/test-api');
  for (const job of [staging, production]) {
    // A job or a step with its own condition could run although one before it has failed.
    expect([job, ...job.steps].flatMap((one) => one.if ?? [])).toEqual([]);
    expect(job.concurrency.group, 'a queue of its own').toContain(job.name);
    expect(commandsOf(job)).toContain(`.ci/deploy ${job.name}`);
  }
  // docs/DEPLOY.md says how long a release and its rollback take: document-facts.test.ts.
  const [taken] = givenTo('configure-aws-credentials', production);
  const seconds = Number(/\d+/.exec(taken['role-duration-seconds']));
  const [, minutes = expect.fail('no minutes')] =
    /\brollback\b.* take (\d+) minutes/.exec(deployPage) ?? [];
  expect(seconds, 'deploy.yml').toBeGreaterThanOrEqual(Number(minutes) * 60);
  expect(production['timeout-minutes'] * 60).toBeGreaterThanOrEqual(seconds);
  const [, most] = /--max-session-duration (\d+)/.exec(deployPage) ?? [];
  expect(Number(most), 'docs/DEPLOY.md').toBeGreaterThanOrEqual(seconds);
});

it("docs/DEPLOY.md gives the pipeline's role the rights of its commands, and no others", () => {
  const deploying = jobs.filter(({ environment }) => environment).map(textOf);
  const calls = [...deploying, readFileSync('.ci/subscriptions', 'utf8')].join();
  const called = [...calls.matchAll(/\baws ([a-z]+) ([a-z-]+)/g)].map(([, service, name]) =>
    `${service}:${name}`.replaceAll('-', '').replace(/:invoke$/, '$&function'),
  );
  const [policy = ''] = /"Action": \[.+?^ {2}\}/ms.exec(deployPage) ?? [];
  const actions = policy.match(/(?<=")[a-z]+:[A-Z]\w+(?=")/g)?.map((one) => one.toLowerCase());
  expect(deployPage).toMatch(/"sts:AssumeRoleWithWebIdentity"[^}]+:aud"[^}]+"SUBJECT:environment:/);
  // The CDK takes its own roles, and `token create` writes a token.
  expect(new Set(actions)).toEqual(new Set([...called, 'sts:assumerole', 'dynamodb:putitem']));
  const resources =
    /^arn:PARTITION:\w+:\*?:ACCOUNT:(.*STACK[-/].*|role\/cdk-\w+-(deploy|file-publishing)-role-)\*$/;
  for (const [arn] of policy.matchAll(/arn:[^"]+/g)) expect(arn).toMatch(resources);
  // Of these, each right is needed by the stage whose job has its command.
  const uses = new Map([
    ['dynamodb:PutItem', '.ci/test-api'],
    ['lambda:InvokeFunction', '.ci/call-probe'],
  ]);
  for (const [text, right = '', stage] of deployPage.matchAll(/`(\w+:\w+)` for `(\w+)`/g)) {
    const job = jobs.find(({ environment }) => environment === stage);
    expect(commandsOf(job), text).not.toContain(uses.get(right));
  }
  for (const action of actions ?? [])
    expect(policy).toContain(`arn:PARTITION:${action.replace(/:.+/, '').replace('sts', 'iam')}:`);
});

it('a step runs after a success, and a stack to throw away is destroyed whatever happened', () => {
  const steps: Any[] = jobs.flatMap((job) => job.steps);
  const conditional = steps.filter((step) => step.if?.includes('steps.'));
  for (const { run, if: condition } of conditional) {
    const isCleanup = run.includes('cdk destroy');
    for (const outcome of isCleanup ? ['success', 'failure', 'cancelled'] : ['success'])
      expect(runs(condition, { steps: { deploy: { outcome } } }), run).toBe(true);
    if (isCleanup) expect(condition).toContain('always()');
  }
  expect(conditional.map(({ run }) => run)).toContainEqual(expect.stringContaining('cdk destroy'));
});

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
  for (const { schedule, cooldown, 'open-pull-requests-limit': most = 5 } of updates) {
    expect(schedule.interval).toBe('weekly');
    expect([cooldown['default-days'], most], 'days, and pull requests').not.toContain(0);
  }
  expect(updates.map((one: Any) => one['package-ecosystem'])).toContain('github-actions');
  // A package is in the first group that takes it, and those of a type take each.
  for (const { groups } of updates) {
    const byType = Object.values<Any>(groups).map((group) => 'dependency-type' in group);
    expect(byType, `${Object.keys(groups)}`).toEqual(byType.toSorted());
  }
  // Lambda has the same Node, and a fault of a package is repaired in each.
  const ignored = updates.flatMap(({ ignore = [] }) => ignore);
  expect(ignored.map((one: Any) => one['dependency-name'])).toEqual(
    expect.arrayContaining(['node-*', '@types/node', 'aws-cdk']),
  );
  for (const one of ignored) expect(one['update-types']).toEqual(['version-update:semver-major']);
});

it('each suite that needs more than npm test has its job', () => {
  const all = jobs.map(commandsOf).join('\n');
  const suites = [...scripts.keys()].filter((name) => /^test:(?!api)/.test(name));
  expect(suites.filter((suite) => !all.includes(`npm run ${suite}\n`))).toEqual([]);
});
