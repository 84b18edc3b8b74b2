import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';

// The policies of docs/DEPLOY.md, for the roles of the workflows and for people.

const page = readFileSync('docs/DEPLOY.md', 'utf8');

/** A call of AWS, and what it is for, as a policy names them. */
export interface Call {
  readonly action: string;
  readonly resource: string;
}

export interface Statement {
  readonly Effect: string;
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
}

interface Written {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
}

/** The policies in a chapter, as they are written, without those that say who can take a role. */
export function policiesIn(chapter: string): Statement[][] {
  const [, text] = page.split(RegExp(`^## ${chapter}$`, 'm'));
  if (text === undefined) throw new Error(`docs/DEPLOY.md has no chapter "${chapter}"`);
  const blocks = `${text.split(/^## /m)[0]}`.matchAll(/```json\n(.+?)```/gs);
  return [...blocks]
    .map(([, json]): (Written & { Principal?: object })[] =>
      [JSON.parse(`${json}`).Statement].flat(),
    )
    .filter((statements) => statements.every(({ Principal }) => Principal === undefined))
    .map((statements) =>
      statements.map(({ Effect, Action, Resource }) => ({
        Effect,
        Action: [Action].flat(),
        Resource: [Resource].flat(),
      })),
    );
}

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

/** A policy with the names of an account in the places of those that the reader replaces. */
export function filledIn(
  policy: readonly Statement[],
  stack: string,
  account: string,
): Statement[] {
  const values = { PARTITION: 'aws', ACCOUNT: account, STACK: stack };
  return policy.map((statement) => ({
    ...statement,
    Resource: statement.Resource.map((pattern) => {
      const names = Object.entries(values);
      return names.reduce((text, [name, value]) => text.replace(name, value), pattern);
    }),
  }));
}

export function allows({ Action, Resource }: Statement, { action, resource }: Call): boolean {
  return Action.includes(action) && Resource.some((one) => matches(one, resource));
}

/** In a policy, a star also stands for slashes. */
export function matches(pattern: string, resource: string): boolean {
  return matchesGlob(resource.replaceAll('/', ':'), pattern.replaceAll('/', ':'));
}
