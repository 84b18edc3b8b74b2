import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';

// The policies of docs/DEPLOY.md for the roles of the workflows.

const page = readFileSync('docs/DEPLOY.md', 'utf8');

/** A call of AWS, and what it is for, as a policy names them. */
export interface Call {
  readonly action: string;
  readonly resource: string;
}

export interface Statement {
  readonly Effect: string;
  readonly Action: readonly string[];
  readonly Resource: string | readonly string[];
}

/** As they are written: the rights of each role, and more rights for the environment `try`. */
const [, rights = [], questions = []] = [...page.matchAll(/```json\n(.+?)```/gs)].map(
  ([, text]): Statement[] => [JSON.parse(`${text}`).Statement].flat(),
);

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
  const values = { PARTITION: 'aws', ACCOUNT: account, STACK: stack };
  const all = environment === 'try' ? written : rights;
  return all.map(({ Effect, Action, Resource }) => ({
    Effect,
    Action: Action.filter((action) => !without.includes(`\`${action}\``)),
    Resource: [Resource].flat().map((pattern) => {
      const names = Object.entries(values);
      return names.reduce((text, [name, value]) => text.replace(name, value), pattern);
    }),
  }));
}

export function allows({ Action, Resource }: Statement, { action, resource }: Call): boolean {
  return Action.includes(action) && [Resource].flat().some((one) => matches(one, resource));
}

/** In a policy, a star also stands for slashes. */
export function matches(pattern: string, resource: string): boolean {
  return matchesGlob(resource.replaceAll('/', ':'), pattern.replaceAll('/', ':'));
}
