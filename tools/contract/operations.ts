import { Problem } from '../../infra/project/problem.ts';
import { type Contract, type Part, partOf, targetOf } from './contract.ts';
import { throwAll, together, togetherForEach } from './problems.ts';

export interface Operation {
  /** Its operationId. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The schemas of the parameters in its path, by their names. */
  readonly parameters: Part;
  /** The schema of its JSON body. Undefined if it takes none. */
  readonly body: unknown;
  /** The schema of its JSON answer to a success. Undefined if it gives none. */
  readonly answer: unknown;
  /** The first example of its body, if it has one. */
  readonly example: unknown;
}

/** An operation as it is written in the contract. */
interface WrittenOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly part: Part;
  /** The parameters of all operations of its path. */
  readonly shared: unknown;
}

const methods = ['get', 'put', 'post', 'patch', 'delete', 'head', 'options'];

function writtenOperationsOf(contract: Contract): readonly WrittenOperation[] {
  return Object.entries(partOf(contract['paths'])).flatMap(([path, item]) => {
    const { parameters: shared, ...others } = targetOf(contract, item);
    return Object.entries(others)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => {
        const part = partOf(operation);
        const id = `${part['operationId'] ?? ''}`;
        return { id, method: method.toUpperCase(), path, part, shared };
      });
  });
}

export function operationsOf(contract: Contract): readonly Operation[] {
  return readOperations(contract, (operation) => operation);
}

/** Reads something of each operation. Throws the Problems of all operations at once. */
export function readOperations<Result>(
  contract: Contract,
  read: (operation: Operation) => Result,
): readonly Result[] {
  const written = writtenOperationsOf(contract);
  const [results] = together([
    () => togetherForEach(written, (one) => read(operationOf(contract, one))),
    () => checkIds(written.map(({ id }) => id)),
  ]);
  return results;
}

/** Each operation has its own file of code, which has the name of its id. */
function checkIds(ids: readonly string[]): void {
  const wrong = ids
    .filter((id, at) => !/^(?!keys$)[a-z][a-zA-Z\d]*$/.test(id) || ids.indexOf(id) !== at)
    .map((id) => `not ${JSON.stringify(id)}`);
  const faults = ids.length === 0 ? ['it has no operation'] : wrong;
  const problems = faults.map(
    (fault) =>
      new Problem(
        `openapi.yaml: each operation needs its own operationId of letters and digits (${fault}).`,
      ),
  );
  throwAll(problems);
}

/** Throws a Problem if its path or a parameter is wrong. */
function operationOf(contract: Contract, written: WrittenOperation): Operation {
  const { id, method, path, part, shared } = written;
  checkPath(path);
  const { requestBody, responses, parameters } = part;
  const [, success] = Object.entries(partOf(responses)).find(([status]) => /^2/.test(status)) ?? [];
  const body = jsonOf(contract, requestBody);
  const examples = Object.values(partOf(body['examples'])).map(
    (one) => targetOf(contract, one)['value'],
  );
  return {
    id,
    method,
    path,
    // Its own come last, and replace those of its path.
    parameters: parametersOf(contract, path, [shared ?? [], parameters ?? []].flat()),
    body: body['schema'],
    answer: jsonOf(contract, success)['schema'],
    example: [...examples, body['example']].find((one) => one !== undefined),
  };
}

/** As the gateway takes it, and the command that `npm start` prints. */
function checkPath(path: string): void {
  if (/^(\/([\w-]+|\{[a-z]\w*\}))+$/i.test(path)) return;
  const right = 'a slash and then letters, digits, _ and -, or a {name}';
  throw new Problem(`openapi.yaml: each part of the path ${path} must be ${right}.`);
}

/** The schemas of what stands in braces in a path. Of two parameters with the same name, the last one counts. */
function parametersOf(contract: Contract, path: string, parts: readonly unknown[]): Part {
  const parameters = parts.map((part) => targetOf(contract, part));
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const schemas = togetherForEach(names, (name) => {
    const found = parameters.findLast((one) => one['in'] === 'path' && one['name'] === name);
    if (found?.['schema'] !== undefined) return [name, found['schema']] as const;
    throw new Problem(`openapi.yaml: ${path} needs a parameter ${name} in path, with a schema.`);
  });
  return Object.fromEntries(schemas);
}

/** What the JSON of a body or of an answer is. */
function jsonOf(contract: Contract, part: unknown): Part {
  const types = Object.entries(partOf(targetOf(contract, part)['content']));
  const [, json] = types.find(([type]) => /^application\/json\b/.test(type)) ?? [];
  return partOf(json);
}
