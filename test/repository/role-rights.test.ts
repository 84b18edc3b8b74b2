import { describe, expect, it } from 'vitest';
import { slow } from '../../tools/test/setup/slow.ts';
import { onWindows } from '../../tools/test/setup/system.ts';
import { account, allows, type Call, matches } from './policies.ts';
import { callsOf } from './role-calls.ts';
import { rowOf, statementsOf, written } from './role-policies.ts';
import { deploying } from './workflows.ts';

const environments = ['staging', 'production', 'try'];

// The scripts need bash; the pipeline runs them on Linux.
describe.skipIf(onWindows)('docs/DEPLOY.md', () => {
  const recorded = new Map<string, Promise<Call[]>>();
  const callsIn = (environment: string): Promise<Call[]> => {
    const known = recorded.get(environment);
    if (known !== undefined) return known;
    const stack = rowOf(environment).stack.replace('*', '7');
    const jobs = deploying.filter((job) => job.environment === environment);
    const calls = Promise.all(jobs.map((job) => callsOf(job, stack))).then((all) => all.flat());
    recorded.set(environment, calls);
    return calls;
  };

  it.each(environments)(
    'gives the role of %s a right for each of its calls',
    slow,
    async (name) => {
      const statements = statementsOf(name, account);
      const calls = await callsIn(name);
      expect(calls.length).toBeGreaterThan(4);
      const refused = calls.filter((call) => !statements.some((one) => allows(one, call)));
      expect(refused).toEqual([]);
    },
  );

  it.each(environments)('gives the role of %s no right that no call needs', slow, async (name) => {
    const calls = await callsIn(name);
    const unused = statementsOf(name, account).flatMap((statement) => {
      expect(statement.Effect).toBe('Allow');
      return statement.Action.filter(
        (action) => !calls.some((call) => call.action === action && allows(statement, call)),
      );
    });
    expect(unused).toEqual([]);
  });

  // Only this role leaves out nothing.
  it('names no resource that no call of the role of try needs', slow, async () => {
    const calls = await callsIn('try');
    const patterns = statementsOf('try', account).flatMap(({ Resource }) => Resource);
    const unused = patterns.filter((one) => !calls.some(({ resource }) => matches(one, resource)));
    expect(unused).toEqual([]);
  });

  it('limits each right to what a stack or the CDK has, if AWS can', () => {
    const withoutResources = written.flatMap(({ Action, Resource }) =>
      Resource.includes('*') ? Action : [],
    );
    for (const action of withoutResources) expect(action).toMatch(/^cloudwatch:(Describe|Get)/);
    const own =
      /:ACCOUNT:(.*STACK[-/].*|role\/cdk-\w+-(deploy|file-publishing)-role-|log-group:\/aws\/vendedlogs\/http-apis\/)\*$|::\/apis\/\*\/stages\/\*\/cache\/authorizers$/;
    const named = written.flatMap(({ Resource }) => Resource);
    for (const arn of named.filter((one) => one !== '*')) expect(arn).toMatch(own);
    for (const name of environments) expect(rowOf(name).stack).toMatch(/^PlantStore(-|$)/);
  });
});
