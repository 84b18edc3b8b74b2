import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { contractText, nameOf, targetOf } from '../../../tools/contract/contract.ts';
import { contract, operation } from '../../setup/plants.ts';

// Strict mode would refuse what OpenAPI adds to JSON Schema.
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addFormat('int32', { type: 'number', validate: (value: number) => (value | 0) === value });
ajv.addFormat('int64', { type: 'number', validate: Number.isInteger });
ajv.addSchema(parse(contractText()), 'contract');

/** The violations of one of the contract's schemas. */
function schemaViolations(schema: string, value: unknown): string[] {
  ajv.validate({ $ref: `contract#/components/schemas/${schema}` }, value);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`.trim());
}

/** The contract's rules that a request breaks. A number is compared after rounding. */
export function requestViolations(value: unknown): string[] {
  const [media] = Object.values(operation.requestBody.content);
  return media ? schemaViolations(nameOf(media.schema), value) : [];
}

/** The contract's rules that an answer of the operation breaks; empty if it conforms. */
export function violationsOf(answer: {
  status: number;
  contentType: string | undefined;
  body: unknown;
}): string[] {
  const expected = operation.responses[answer.status];
  if (expected === undefined) return [`the contract knows no status ${answer.status}`];
  const media = targetOf(contract, expected).content[answer.contentType ?? ''];
  if (media === undefined) return [`the contract knows no content type ${answer.contentType}`];
  return schemaViolations(nameOf(media.schema), answer.body);
}
