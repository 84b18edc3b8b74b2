import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Job {
  readonly permissions?: Record<string, string>;
  readonly environment?: string;
  readonly needs?: string | string[];
  readonly if?: string;
  readonly concurrency?: object;
  readonly steps?: Step[];
}

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly with?: Record<string, string>;
}

interface Workflow {
  readonly on: object;
  readonly permissions: object;
  readonly jobs: Record<string, Job>;
}

const folder = '.github/workflows';
const workflows = readdirSync(folder).map((file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  return { file, text, workflow: parse(text) as Workflow };
});
const { staging, production } = jobsOf('deploy.yml');

function jobsOf(name: string): Workflow['jobs'] {
  return workflows.find(({ file }) => file === name)?.workflow.jobs ?? {};
}

describe.each(workflows)('the workflow $file', ({ text, workflow }) => {
  const jobs = Object.values(workflow.jobs);
  const commandsOf = ({ steps = [] }: Job) => steps.flatMap(({ run = [] }) => run).join('\n');

  it('runs no action or image that someone else can change', () => {
    for (const [, name] of text.matchAll(/(?:uses|image): (.+)/g)) {
      expect(name).toMatch(/^\.\/\.github\/|@[0-9a-f]{40} # v[\d.]+$|@sha256:[0-9a-f]{64}$/);
    }
  });

  it('has no rights of its own, no stored key, and no foreign text in a command', () => {
    expect(workflow.permissions).toEqual({});
    expect(workflow.on).not.toHaveProperty('pull_request_target');
    expect(text).not.toMatch(/secrets\.|access-key|continue-on-error/i);
    expect(jobs.map(commandsOf).join('\n')).not.toContain('${{');
  });

  it('builds nothing, and runs no script of a package, in a job with an identity', () => {
    for (const job of jobs.filter(({ permissions = {} }) => 'id-token' in permissions)) {
      expect(job.environment).toBeDefined();
      expect(commandsOf(job).match(/^npm ci.*/gm)).toEqual(['npm ci --ignore-scripts']);
      expect(commandsOf(job)).not.toMatch(/cdk synth|npm run check|npm install/);
    }
  });
});

it('production is reached only through the check, the tests on staging and an approval', () => {
  expect(staging).toMatchObject({ needs: ['check', 'build'], environment: 'staging' });
  expect(staging?.steps?.at(-1)?.run).toBe('.ci/test-api');
  expect(production).toMatchObject({ needs: 'staging', environment: 'production' });
  const seconds = production?.steps?.flatMap((step) => step.with?.['role-duration-seconds'] ?? []);
  // For a release of both functions and its rollback.
  expect(Number(/\d+/.exec(`${seconds}`))).toBeGreaterThanOrEqual(90 * 60);
  for (const job of [staging, production]) {
    // A job with its own condition could run although a job before it was skipped.
    expect(job?.if).toBeUndefined();
    expect(job?.concurrency).toMatchObject({ 'cancel-in-progress': false });
  }
});

it('the trial on AWS is destroyed also if something has failed', () => {
  const destroy = jobsOf('try-on-aws.yml')['try']?.steps?.find(({ id }) => id === 'destroy');
  expect(destroy?.if).toContain('always()');
});
