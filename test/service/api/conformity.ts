import { Ajv2020 } from 'ajv/dist/2020.js';
import { contract, operation, targetOf } from '../../setup/plants.ts';

// Strict mode would refuse what OpenAPI adds to JSON Schema.
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addFormat('int32', { type: 'number', validate: (value: number) => (value | 0) === value });
ajv.addFormat('int64', { type: 'number', validate: Number.isInteger });
ajv.addSchema(contract, 'contract');

/** The violations of a schema of the contract. */
function schemaViolations({ $ref }: { $ref: string }, value: unknown): string[] {
  ajv.validate({ $ref: `contract${$ref}` }, value);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`.trim());
}

/** The contract's rules that a request breaks. A number is compared after rounding. */
export function requestViolations(value: unknown): string[] {
  return schemaViolations(operation.requestBody.content['application/json'].schema, value);
}

export interface ApiAnswer {
  readonly status: number;
  /** Those of the function; on its way, an answer gets others. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The contract's rules that an answer of an operation breaks; empty if it conforms. */
export function violationsOf(
  { status, headers, body }: ApiAnswer,
  { responses } = operation,
): string[] {
  const expected = responses[status];
  if (expected === undefined) return [`the contract knows no status ${status}`];
  const { 'content-type': type, ...others } = headers;
  const { content, headers: named = {} } = targetOf(expected);
  if (!(`${type}` in content)) return [`the contract knows no content type ${type}`];
  const known = Object.keys(named).map((name) => name.toLowerCase());
  const strange = Object.keys(others).filter((name) => !known.includes(name));
  return [
    ...strange.map((name) => `the contract knows no header ${name} of ${status}`),
    ...schemaViolations(content[`${type}`].schema, body),
  ];
}
