import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../infra/problem.ts';
import { withFile } from '../usage-error.ts';
import { type Contract, contractText, operationOf, readContract } from './contract.ts';
import { type Field, fieldsOf, keyTypeOf, partsOf } from './fields.ts';

const ownProject = join(import.meta.dirname, '../..');
const file = 'functions/shared/contract.generated.ts';

/** Writes the contract's code, and returns its path. */
export function generate(openapi = contractText(), project = ownProject): string {
  const code = contractCode(readContract(openapi));
  withFile(file, 'written', () => writeFileSync(join(project, file), code));
  return file;
}

/** Throws a Problem if the contract's code does not fit the contract. */
export function checkGenerated(): void {
  const written = withFile(file, 'read', () => readFileSync(join(ownProject, file), 'utf8'));
  if (contractCode(readContract()) === written) return;
  throw new Problem(`${file} does not fit openapi.yaml. Run: npm run generate`);
}

/** The key, the types of a plant, its fields, and a function that checks an event with a parsed body. */
function contractCode(contract: Contract): string {
  const { path, sent, answered } = operationOf(contract);
  const parts = partsOf(contract, { $ref: sent });
  const answeredParts = partsOf(contract, { $ref: answered });
  if (!answeredParts.every((part) => parts.includes(part))) {
    throw new Problem(`openapi.yaml: ${answered} must be a part of ${sent}, so write it in allOf.`);
  }
  const fields = fieldsOf(parts);
  const [key] = fields;
  if (key === undefined) throw new Problem(`openapi.yaml: ${sent} needs a field, the key.`);
  const int64s = fields.filter(({ type }) => type === 'bigint');
  const [NewPlant, Plant] = [sent, answered].map(($ref) => $ref.replace(/.*\//, ''));
  return `// Written by \`npm run generate\` from openapi.yaml.
import type { Ajv } from 'ajv';

export const path = ${JSON.stringify(path)};

/** The key of the table, and its type there: N for an int64, S for a text. */
export const key = '${key.name}';
export const keyType = '${keyTypeOf(key)}';

/** As a client sends it. */
export interface ${NewPlant} {
${fields.map(({ member }) => member).join('')}}
export const newPlantFields = ${namesOf(fields)} as const;
export const int64Fields: readonly string[] = ${namesOf(int64s)};

/** As the store returns it. */
export type ${Plant} = Pick<${NewPlant}, (typeof plantFields)[number]>;
export const plantFields = ${namesOf(fieldsOf(answeredParts))} as const;

/** What is wrong with each field of a body. */
const violations: readonly ((body: Readonly<Record<string, unknown>>) => string | undefined)[] = [
${fields.map(({ check }) => check).join('')}];

function validate({ body }: { readonly body?: unknown }): boolean {
  const isObject = body === Object(body) && !Array.isArray(body);
  const errors = isObject
    ? violations.flatMap((violationOf) => violationOf(Object(body)) ?? [])
    : ['the body must be an object'];
  Object.assign(validate, { errors });
  return errors.length === 0;
}

// middy takes a schema that ajv has compiled, and calls its type Ajv.
export const validateEvent = validate as unknown as Ajv;
`;
}

function namesOf(fields: readonly Field[]): string {
  return JSON.stringify(fields.map(({ name }) => name));
}
