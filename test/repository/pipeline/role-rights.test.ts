import { describe, expect, it } from 'vitest';
import type { Right } from '../../../tools/test/setup/aws-model/iam-rights.ts';
import { slow } from '../../../tools/test/setup/slow.ts';
import { onWindows } from '../../../tools/test/setup/system.ts';
import { account, allows, matches, missingRights } from '../policies.ts';
import { rightsOfJob } from './role-calls.ts';
import { rowOf, statementsOf, written } from './role-policies.ts';
import { deploying } from './workflows.ts';

const environments = ['staging', 'production', 'try'];

// The scripts need bash; the pipeline runs them on Linux.
describe.skipIf(onWindows)('docs/DEPLOY.md', () => {
  const recorded = new Map<string, Promise<Right[]>>();
  const rightsIn = (environment: string): Promise<Right[]> => {
    const known = recorded.get(environment);
    if (known !== undefined) return known;
    const stack = rowOf(environment).stack.replace('*', '7');
    const jobs = deploying.filter((job) => job.environment === environment);
    const rights = Promise.all(jobs.map((job) => rightsOfJob(job, stack))).then((all) =>
      all.flat(),
    );
    recorded.set(environment, rights);
    return rights;
  };

  it.each(environments)(
    'gives the role of %s a right for each of its calls',
    slow,
    async (name) => {
      const rights = await rightsIn(name);
      expect(rights.length).toBeGreaterThan(4);
      expect(missingRights(statementsOf(name, account), rights)).toEqual([]);
    },
  );

  it.each(environments)('gives the role of %s no right that no call needs', slow, async (name) => {
    const rights = await rightsIn(name);
    const unused = statementsOf(name, account).flatMap((statement) => {
      expect(statement.Effect).toBe('Allow');
      return statement.Action.filter(
        (action) => !rights.some((right) => right.action === action && allows(statement, right)),
      );
    });
    expect(unused).toEqual([]);
  });

  // Only this role leaves out nothing.
  it('names no resource that no call of the role of try needs', slow, async () => {
    const rights = await rightsIn('try');
    const patterns = statementsOf('try', account).flatMap(({ Resource }) => Resource);
    const unused = patterns.filter((one) => !rights.some(({ resource }) => matches(one, resource)));
    expect(unused).toEqual([]);
  });

  it('limits each right to what a stack or the CDK has, if AWS can', () => {
    const withoutResources = written.flatMap(({ Action, Resource }) =>
      Resource.includes('*') ? Action : [],
    );
    for (const action of withoutResources) expect(action).toMatch(/^cloudwatch:(Describe|Get)/);
    // Only what has the name of the stack, or what the CDK and the gateway name themselves.
    const own = [
      /:ACCOUNT:.*STACK[-/].*\*$/,
      /:ACCOUNT:role\/cdk-\w+-(deploy|file-publishing)-role-\*$/,
      /:ACCOUNT:log-group:\/aws\/vendedlogs\/http-apis\/\*$/,
      /::\/apis\/\*\/stages\/\*\/cache\/authorizers$/,
    ];
    const named = written.flatMap(({ Resource }) => Resource).filter((one) => one !== '*');
    expect(named.filter((arn) => !own.some((pattern) => pattern.test(arn)))).toEqual([]);
    for (const name of environments) expect(rowOf(name).stack).toMatch(/^PlantStore(-|$)/);
  });
});
