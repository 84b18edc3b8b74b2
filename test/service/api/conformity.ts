import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { contract, operation, resolved } from '../../../tools/test/setup/contract.ts';

// Strict mode would refuse what OpenAPI adds to JSON Schema.
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
const checks = new Map<object, ValidateFunction>();

/** The violations of a schema of the contract. */
function schemaViolations(schema: object, value: unknown): string[] {
  const check = checks.get(schema) ?? ajv.compile({ components: contract.components, ...schema });
  checks.set(schema, check);
  check(value);
  return (check.errors ?? []).map(({ instancePath, message }) =>
    `${instancePath} ${message}`.trim(),
  );
}

/** The contract's rules that a request breaks. A number is compared after rounding. */
export function requestViolations(value: unknown): string[] {
  return schemaViolations(operation.requestBody.content['application/json'].schema, value);
}

export interface ApiAnswer {
  readonly status: number;
  /** Those of the function; on its way, an answer gets others. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** As it was parsed. Undefined if there is none. */
  readonly body: unknown;
}

/** The contract's rules that an answer of an operation breaks; empty if it conforms. */
export function answerViolations(
  { status, headers, body }: ApiAnswer,
  { responses } = operation,
): string[] {
  const expected = responses[status];
  if (expected === undefined) return [`the contract knows no status ${status}`];
  const { 'content-type': type, ...others } = headers;
  const { content = {}, headers: named = {} } = resolved(expected);
  const { schema } = content[`${type}`] ?? {};
  if (schema === undefined && (type ?? body) !== undefined) {
    return [`the contract knows no content type ${type} of ${status}`];
  }
  const known = Object.keys(named).map((name) => name.toLowerCase());
  const strange = Object.keys(others).filter((name) => !known.includes(name));
  return [
    ...strange.map((name) => `the contract knows no header ${name} of ${status}`),
    ...(schema ? schemaViolations(schema, body) : []),
  ];
}

/** The body of an answer, as it is parsed. */
export function parsed(body = ''): unknown {
  return body === '' ? undefined : JSON.parse(body);
}
