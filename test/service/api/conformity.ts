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

/** The contract's rules that an answer of the operation breaks; empty if it conforms. */
export function violationsOf(answer: {
  status: number;
  contentType: string | undefined;
  body: unknown;
}): string[] {
  const expected = operation.responses[answer.status];
  if (expected === undefined) return [`the contract knows no status ${answer.status}`];
  const media = targetOf(expected).content[answer.contentType ?? ''];
  if (media === undefined) return [`the contract knows no content type ${answer.contentType}`];
  return schemaViolations(media.schema, answer.body);
}
