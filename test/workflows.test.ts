import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Job {
  permissions?: Record<string, string>;
  environment?: string;
  needs?: string;
  uses?: string;
  if?: string;
  'timeout-minutes'?: number;
  steps?: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}

interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  concurrency: { group: string; 'cancel-in-progress': unknown };
  jobs: Record<string, Job>;
}

const folder = '.github/workflows';
const workflows = readdirSync(folder).map((file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  return { file, text, workflow: parse(text) as Workflow };
});
const jobs = workflows.flatMap(({ file, workflow }) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ name: `${name} of ${file}`, job })),
);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

describe.each(workflows)('the workflow $file', ({ text, workflow }) => {
  it('may do nothing that a job does not ask for', () => {
    expect(workflow.permissions).toEqual({});
    expect(workflow.concurrency.group).toMatch(/./);
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
  it('asks for no more than to read, and for an identity where it deploys', () => {
    const deploys = (job.steps ?? []).some(({ run }) => run?.includes('cdk deploy'));
    expect(job.permissions).toEqual({
      contents: 'read',
      ...(deploys && { 'id-token': 'write' }),
    });
    expect(job.environment !== undefined).toBe(deploys);
  });

  it('ends, and leaves no credentials behind', () => {
    if (job.uses !== undefined) return;
    expect(job['timeout-minutes']).toBeLessThanOrEqual(45);
    const checkouts = (job.steps ?? []).filter(({ uses }) => uses?.startsWith('actions/checkout'));
    expect(checkouts).toHaveLength(1);
    expect(checkouts[0]?.with).toEqual({ 'persist-credentials': false });
  });
});

describe('a push', () => {
  const { check, deploy } = Object.fromEntries(
    workflows.map(({ file, workflow }) => [file.replace('.yml', ''), workflow]),
  );

  it('is checked once, whatever its branch, as .ci/run does from a fresh clone', () => {
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
    expect(scripts['audit']).toBe('npm audit --omit dev && npm audit --audit-level high');
  });

  it('to main goes to production only through the check, the suite on staging and an approval', () => {
    const { staging, production } = deploy?.jobs ?? {};
    expect(staging).toMatchObject({ needs: 'check', environment: 'staging' });
    expect(staging?.steps?.at(-1)?.run).toMatch(/^npm run test:api$/m);
    expect(production).toMatchObject({ needs: 'staging', environment: 'production' });
    // A job that states a condition of its own may run although what it needs was skipped.
    expect(production?.if).toBeUndefined();
    expect(deploy?.concurrency['cancel-in-progress']).toBe(false);
  });

  it('deploys each stage as cdk.json has it, and sets nothing else', () => {
    const set = Object.entries(deploy?.jobs ?? {}).flatMap(([job, { steps = [] }]) =>
      steps.flatMap(({ run = '' }) =>
        [...run.matchAll(/(?:-c|--context)[ =](\S+)/g)].map(([, setting]) => [job, setting]),
      ),
    );
    expect(set).toEqual([
      ['staging', 'stage=staging'],
      ['production', 'stage=production'],
    ]);
    const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));
    expect(Object.keys(context.stages)).toEqual(['production', 'staging']);
  });
});
