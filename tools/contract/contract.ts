import { readFileSync } from 'node:fs';
import { type ParseOptions, parse } from 'yaml';
import { Problem } from '../../infra/project/problem.ts';
import { withFile } from '../with-file.ts';
import { together } from './problems.ts';

/** As it was parsed. Nothing has checked it, so it has no type: https://spec.openapis.org/oas/v3.1.1 */
export type Contract = ReturnType<typeof parse>;

export interface Operation {
  /** Its operationId. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The schemas of the parameters in its path, by their names. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The schema of its JSON body. Undefined if it takes none. */
  readonly body: unknown;
  /** The schema of its JSON answer to a success. Undefined if it gives none. */
  readonly answer: unknown;
  /** The first example of its body, if it has one. */
  readonly example: unknown;
}

export function readContractText(): string {
  const file = new URL('../../openapi.yaml', import.meta.url);
  return withFile('openapi.yaml', 'read', () => readFileSync(file, 'utf8'));
}

/** `npm run check` finds other mistakes in it. */
export function readContract(text = readContractText(), options?: ParseOptions): Contract {
  try {
    // A warning would be printed beside the sentence of a command.
    return parse(text, { logLevel: 'error', ...options }) ?? {};
  } catch (error) {
    // The lines below the first show the place in the text.
    const [problem] = (error as Error).message.split(/:?\n/, 1);
    throw new Problem(`openapi.yaml is not valid YAML: ${problem}.`);
  }
}

/** What a part of the contract says, here or where its $ref leads. */
export function targetOf(contract: Contract, part: Contract): Contract {
  const { $ref } = Object(part);
  if ($ref === undefined) return Object(part);
  const [root, ...names] = `${$ref}`.split('/');
  const target = names.reduce((node, name) => Object(node)[unescaped(name)], contract);
  if (root !== '#' || target === undefined) throw new Problem(`openapi.yaml has no ${$ref}.`);
  return Object(target);
}

/** A name in a $ref: https://www.rfc-editor.org/rfc/rfc6901. One that is not encoded by its rules leads nowhere. */
function unescaped(name: string): string {
  try {
    return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return name;
  }
}

const methods = ['get', 'put', 'post', 'patch', 'delete', 'head', 'options'];

/** An operation as the contract describes it. Nothing has checked it. */
interface Described {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Contract;
  /** Those of all operations of its path. */
  readonly parameters: Contract;
}

export function describedIn(contract: Contract): Described[] {
  return Object.entries<Contract>(Object(contract.paths)).flatMap(([path, part]) => {
    const { parameters, ...item } = targetOf(contract, part);
    return Object.entries<Contract>(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, described]) => {
        const operation = Object(described);
        const id = `${operation.operationId ?? ''}`;
        return { id, method: method.toUpperCase(), path, operation, parameters };
      });
  });
}

export function operationsOf(contract: Contract): readonly Operation[] {
  const described = describedIn(contract);
  const [operations] = together([
    () => together(described.map((one) => () => operationOf(contract, one))),
    () => checkIds(described),
  ]);
  return operations;
}

/** Each operation has its own file of code, which has the name of its id. */
function checkIds(described: readonly Described[]): void {
  const ids = described.map(({ id }) => id);
  const wrong = ids
    .filter((id, at) => !/^(?!keys$)[a-z][a-zA-Z\d]*$/.test(id) || ids.indexOf(id) !== at)
    .map((id) => `not ${JSON.stringify(id)}`);
  const faults = ids.length === 0 ? ['it has no operation'] : wrong;
  const checks = faults.map((fault) => () => {
    throw new Problem(
      `openapi.yaml: each operation needs its own operationId of letters and digits (${fault}).`,
    );
  });
  together(checks);
}

/** Reads an operation. Throws a Problem if its path or a parameter is wrong. */
export function operationOf(contract: Contract, described: Described): Operation {
  const { id, method, path, operation } = described;
  checkPath(path);
  const { requestBody, responses } = operation;
  const [, success] = Object.entries(Object(responses)).find(([status]) => /^2/.test(status)) ?? [];
  const body = jsonOf(contract, requestBody);
  const examples = Object.values<Contract>(Object(body.examples)).map(
    (one) => targetOf(contract, one).value,
  );
  return {
    id,
    method,
    path,
    parameters: parametersOf(contract, path, [described.parameters, operation.parameters]),
    body: body.schema,
    answer: jsonOf(contract, success).schema,
    example: [...examples, body.example].find((one) => one !== undefined),
  };
}

/** As the gateway and the command of the banner take it. */
function checkPath(path: string): void {
  if (/^(\/([\w-]+|\{[a-z]\w*\}))+$/i.test(path)) return;
  const right = 'a slash and then letters, digits, _ and -, or a {name}';
  throw new Problem(`openapi.yaml: each part of the path ${path} must be ${right}.`);
}

/** Those of an operation come after those of all operations of its path, and replace them. */
function parametersOf(contract: Contract, path: string, lists: readonly Contract[]) {
  const all = lists.flatMap((list) => [list ?? []].flat().map((one) => targetOf(contract, one)));
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const schemas = names.map((name) => () => {
    const found = all.findLast((one) => one.in === 'path' && one.name === name);
    if (found?.schema !== undefined) return [name, found.schema] as const;
    throw new Problem(`openapi.yaml: ${path} needs a parameter ${name} in path, with a schema.`);
  });
  return Object.fromEntries(together(schemas));
}

function jsonOf(contract: Contract, part: Contract): Contract {
  const types = Object.entries<Contract>(Object(targetOf(contract, part).content));
  const [, json] = types.find(([type]) => /^application\/json\b/.test(type)) ?? [];
  return Object(json);
}
