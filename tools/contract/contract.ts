import { readFileSync } from 'node:fs';
import { type ParseOptions, parse } from 'yaml';
import { Problem } from '../../infra/project/problem.ts';
import { withFile } from '../shared/with-file.ts';

/** A part of the contract, by its keywords. Nothing has checked it: https://spec.openapis.org/oas/v3.1.1 */
export type Part = Readonly<Record<string, unknown>>;

/** The whole of openapi.yaml. */
export type Contract = Part;

export function readContractText(): string {
  const file = new URL('../../openapi.yaml', import.meta.url);
  return withFile('openapi.yaml', 'read', () => readFileSync(file, 'utf8'));
}

/** Throws a Problem only if it is no YAML. */
export function readContract(text = readContractText(), options?: ParseOptions): Contract {
  try {
    // A warning would be printed beside the sentence of a command.
    return partOf(parse(text, { logLevel: 'error', ...options }));
  } catch (error) {
    // The lines below the first show the place in the text.
    const [problem] = (error as Error).message.split(/:?\n/, 1);
    throw new Problem(`openapi.yaml is not valid YAML: ${problem}.`);
  }
}

/** What is no object has no keywords. */
export function partOf(value: unknown): Part {
  return typeof value === 'object' && value !== null ? (value as Part) : {};
}

/** The part itself, or the one to which its $ref leads. */
export function targetOf(contract: Contract, value: unknown): Part {
  const part = partOf(value);
  const { $ref } = part;
  if ($ref === undefined) return part;
  const [root, ...names] = `${$ref}`.split('/');
  const target = names.map(unescaped).reduce<unknown>((node, name) => partOf(node)[name], contract);
  if (root !== '#' || target === undefined) throw new Problem(`openapi.yaml has no ${$ref}.`);
  return partOf(target);
}

/** A name in a $ref: https://www.rfc-editor.org/rfc/rfc6901. One that is not encoded by its rules leads nowhere. */
function unescaped(name: string): string {
  try {
    return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return name;
  }
}
