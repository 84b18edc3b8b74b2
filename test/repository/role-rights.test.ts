import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { slow } from '../../tools/test/setup/slow.ts';
import { onWindows } from '../../tools/test/setup/system.ts';
import { account, type Call, callsOf } from './recorded-calls.ts';
import { deploying } from './workflows.ts';

const page = readFileSync('docs/DEPLOY.md', 'utf8');

interface Statement {
  readonly Effect: string;
  readonly Action: readonly string[];
  readonly Resource: string | readonly string[];
}

/** The JSON of the page: who may take a role, the rights of each role, and more rights for the environment `try`. */
const [, rights, more] = [...page.matchAll(/```json\n(.+?)```/gs)].map(([, text]) =>
  [JSON.parse(`${text}`).Statement].flat(),
) as Statement[][];

const environments = ['staging', 'production', 'try'];

function rowOf(environment: string) {
  const row = RegExp(`^ *\\| \`${environment}\` \\| \`(\\S+)\` \\|(.*)\\|$`, 'm');
  const [, stack = '', without = ''] = row.exec(page) ?? expect.fail(`no row of ${environment}`);
  return { stack, without };
}

/** What the role of an environment may do, for its stack. */
function statementsOf(environment: string): Statement[] {
  const { stack, without } = rowOf(environment);
  const all = [...(rights ?? []), ...((environment === 'try' && more) || [])];
  return all.map(({ Effect, Action, Resource }) => ({
    Effect,
    Action: Action.filter((action) => !without.includes(`\`${action}\``)),
    Resource: [Resource]
      .flat()
      .map((one) =>
        one.replace('PARTITION', 'aws').replace('ACCOUNT', account).replace('STACK', stack),
      ),
  }));
}

function matches(pattern: string, text: string): boolean {
  return matchesGlob(text.replaceAll('/', ':'), pattern.replaceAll('/', ':'));
}

function allows({ Action, Resource }: Statement, { action, resource }: Call): boolean {
  return Action.includes(action) && [Resource].flat().some((one) => matches(one, resource));
}

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
      const statements = statementsOf(name);
      const calls = await callsIn(name);
      expect(calls.length).toBeGreaterThan(4);
      const refused = calls.filter((call) => !statements.some((one) => allows(one, call)));
      expect(refused).toEqual([]);
    },
  );

  it.each(environments)('gives the role of %s no right that no call needs', slow, async (name) => {
    const calls = await callsIn(name);
    const unused = statementsOf(name).flatMap((statement) => {
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
    const patterns = statementsOf('try').flatMap(({ Resource }) => Resource);
    const unused = patterns.filter((one) => !calls.some(({ resource }) => matches(one, resource)));
    expect(unused).toEqual([]);
  });

  it('limits each right to what a stack or the CDK has, if AWS can', () => {
    const withoutResources = (more ?? []).flatMap(({ Action, Resource }) =>
      Resource === '*' ? Action : [],
    );
    // https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncloudwatch.html
    for (const action of withoutResources) expect(action).toMatch(/^cloudwatch:(Describe|Get)/);
    const own =
      /:ACCOUNT:(.*STACK[-/].*|role\/cdk-\w+-(deploy|file-publishing)-role-|log-group:\/aws\/vendedlogs\/http-apis\/)\*$|::\/apis\/\*\/stages\/\*\/cache\/authorizers$/;
    const named = [...(rights ?? []), ...(more ?? [])].flatMap(({ Resource }) => Resource);
    for (const arn of named.filter((one) => one !== '*')) expect(arn).toMatch(own);
    for (const name of environments) expect(rowOf(name).stack).toMatch(/^PlantStore(-|$)/);
  });
});
