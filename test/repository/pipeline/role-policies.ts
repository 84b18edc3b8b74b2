import { filledIn, page, policiesIn, type Statement } from '../policies.ts';

// The policies of docs/DEPLOY.md for the roles of the workflows.

const [rights = []] = policiesIn('Set up the pipeline');
const [questions = []] = policiesIn('Try on AWS');

/** The rights of each role, and more rights for the environment `try`. */
export const written = [...rights, ...questions];

/** The stack of an environment, and the actions that its role leaves out. */
export function rowOf(environment: string) {
  const row = RegExp(`^ *\\| \`${environment}\` \\| \`(\\S+)\` \\|(.*)\\|$`, 'm');
  const [, stack, without = ''] = row.exec(page) ?? [];
  if (stack === undefined) throw new Error(`docs/DEPLOY.md has no row of ${environment}`);
  return { stack, without };
}

/** What the role of an environment may do in this account. */
export function statementsOf(environment: string, account: string): Statement[] {
  const { stack, without } = rowOf(environment);
  const all = environment === 'try' ? written : rights;
  return filledIn(all, stack, account).map((statement) => ({
    ...statement,
    Action: statement.Action.filter((action) => !without.includes(`\`${action}\``)),
  }));
}
