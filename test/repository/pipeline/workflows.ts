import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { filesOf } from '../../../tools/test/setup/system.ts';

// The workflows, and what GitHub makes of their expressions.

/** YAML has no types. */
export type Any = ReturnType<typeof parse>;

export const workflows: Any[] = filesOf('.github/workflows/*.yml').map((path) => ({
  file: path.replace(/.*\//, ''),
  ...parse(readFileSync(path, 'utf8')),
}));
export const jobs: Any[] = workflows.flatMap((workflow) =>
  Object.entries<Any>(workflow.jobs).map(([name, job]) => ({
    file: workflow.file,
    permissions: workflow.permissions,
    steps: [],
    ...job,
    name,
    workflow,
  })),
);
export const deploying = jobs.filter(({ environment }) => environment);

export function jobOf(file: string, name: string): Any {
  return jobs.find((job) => job.file === file && job.name === name) ?? expect.fail(`no ${name}`);
}

/** All commands of a job, as one script. */
export function scriptOf({ steps }: Any): string {
  return steps.flatMap(({ run = [] }: Any) => run).join('\n');
}

/** What a job gives to an action, each time. */
export function givenTo(action: string, { steps }: Any): Any[] {
  return steps.flatMap((step: Any) => (step.uses?.includes(`/${action}@`) ? step.with : []));
}

/** The names of all jobs that a job waits for. */
export function jobsBefore({ file, needs = [] }: Any): Set<string> {
  const names: string[] = [needs].flat();
  return new Set(names.flatMap((name) => [name, ...jobsBefore(jobOf(file, name))]));
}

interface Known {
  readonly hasFailed?: boolean;
  readonly [context: string]: unknown;
}

/**
 * Whether GitHub runs a job or a step. A condition without a status function only holds after a success:
 * https://docs.github.com/en/actions/reference/workflows-and-actions/expressions#status-check-functions
 */
export function runs({ if: condition = true }: Any, known: Known): boolean {
  const expression = `${condition}`.replace(/^\$\{\{(.+)\}\}$/, '$1');
  const hasStatus = /\b(always|cancelled|failure|success)\(\)/.test(expression);
  return evaluated(hasStatus ? expression : `success() && (${expression})`, known);
}

/** The operators of GitHub's expressions mean the same in JavaScript. */
export function evaluated(text: unknown, { hasFailed = false, ...known }: Known): Any {
  const expression = `${text}`.replace(/^\$\{\{(.+)\}\}$/, '$1');
  return runInNewContext(expression, {
    always: () => true,
    cancelled: () => false,
    failure: () => hasFailed,
    success: () => !hasFailed,
    ...known,
  });
}
