import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import type { Right } from '../../tools/test/setup/aws-model/iam-rights.ts';

/** It has the policies, for the roles of the workflows and for people. */
export const page = readFileSync('docs/DEPLOY.md', 'utf8');

export const account = '123456789012';

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

/** A policy with the names of an account in the places of those that the reader replaces. */
export function filledIn(
  policy: readonly Statement[],
  stack: string,
  ownAccount: string,
): Statement[] {
  const values = { PARTITION: 'aws', ACCOUNT: ownAccount, STACK: stack };
  return policy.map((statement) => ({
    ...statement,
    Resource: statement.Resource.map((pattern) => {
      const names = Object.entries(values);
      return names.reduce((text, [name, value]) => text.replace(name, value), pattern);
    }),
  }));
}

export function allows({ Action, Resource }: Statement, { action, resource }: Right): boolean {
  return Action.includes(action) && Resource.some((one) => matches(one, resource));
}

/** In a policy, a star also stands for slashes. */
export function matches(pattern: string, resource: string): boolean {
  return matchesGlob(resource.replaceAll('/', ':'), pattern.replaceAll('/', ':'));
}

/** Those of the rights that no statement of the policy gives. */
export function missingRights(policy: readonly Statement[], rights: readonly Right[]): Right[] {
  return rights.filter((right) => !policy.some((statement) => allows(statement, right)));
}

/** The actions and the resources of a policy that none of these rights is about. */
export function unusedParts(policy: readonly Statement[], rights: readonly Right[]): string[] {
  return policy.flatMap((statement) => {
    const allowed = rights.filter((right) => allows(statement, right));
    const actions = statement.Action.filter((one) => allowed.every(({ action }) => action !== one));
    const resources = statement.Resource.filter((one) =>
      allowed.every((right) => !allows({ ...statement, Resource: [one] }, right)),
    );
    return [...actions, ...resources];
  });
}
