import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { Problem } from '../../infra/problem.ts';
import { withFile } from '../usage-error.ts';

/** As it was parsed. Nothing has checked it, so it has no type: https://spec.openapis.org/oas/v3.1.1 */
export type Contract = ReturnType<typeof parse>;

/** A part of it. */
export type Schema = Contract;

export function contractText(): string {
  const file = new URL('../../openapi.yaml', import.meta.url);
  return withFile('openapi.yaml', 'read', () => readFileSync(file, 'utf8'));
}

/** `npm run check` finds other mistakes in it. */
export function readContract(text = contractText()): Contract {
  try {
    return parse(text) ?? {};
  } catch (error) {
    // The lines below the first show the place in the text.
    const [problem] = (error as Error).message.split(/:?\n/, 1);
    throw new Problem(`openapi.yaml is not valid YAML: ${problem}.`);
  }
}

/** The one operation of the contract: its path, and the schemas of its request and of its answer. */
export function operationOf({ paths }: Contract) {
  const [[path, item] = ['']] = Object.entries<Contract>(paths ?? {});
  const request = item?.post?.requestBody?.content?.['application/json'];
  const answer = item?.post?.responses?.['200']?.content?.['application/json'];
  const [sent, answered]: unknown[] = [request?.schema?.$ref, answer?.schema?.$ref];
  if (typeof sent !== 'string' || typeof answered !== 'string') {
    throw new Problem(
      'openapi.yaml: POST needs a $ref to the schema of its JSON body, and one to that of its answer 200.',
    );
  }
  const { example, examples } = request;
  return { path, sent, answered, example, examples };
}

/** The first example of a request, as JSON. Without one, a word in its place. */
export function exampleOf(contract: Contract): string {
  const { example, examples } = operationOf(contract);
  const all = Object.values<Contract>(examples ?? {}).map((one) => one?.value);
  const first = [...all, example].find((one) => one !== undefined);
  return first === undefined ? 'JSON' : JSON.stringify(first);
}
