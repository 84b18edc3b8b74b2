import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as shared from '../../functions/shared/contract.ts';
import { Problem } from '../../infra/base.ts';
import { onFile } from '../usage-error.ts';
import {
  type Answer,
  type Contract,
  contractText,
  nameOf,
  operationOf,
  readContract,
  targetOf,
} from './contract.ts';
import { type Field, fieldsOf, keyTypeOf } from './fields.ts';

const ownProject = join(import.meta.dirname, '../..');
const file = 'functions/create-plant/contract.generated.ts';

/** What functions/shared/contract.ts says. */
type Shared = Readonly<Record<keyof typeof shared, string>>;

/** Writes the contract's code if it does not fit the contract, and returns its path. */
export function generate(
  openapi = contractText(),
  project = ownProject,
  said: Shared = shared,
): string | undefined {
  const code = contractCode(readContract(openapi), said);
  if (code === written(project)) return undefined;
  onFile(file, 'written', () => writeFileSync(join(project, file), code));
  return file;
}

/** Throws a Problem if the contract's code does not fit the contract. */
export function checkGenerated(openapi = contractText()): void {
  if (contractCode(readContract(openapi), shared) === written(ownProject)) return;
  throw new Problem(`${file} does not fit openapi.yaml. Run: npm run generate`);
}

function written(project: string): string {
  return onFile(file, 'read', () => readFileSync(join(project, file), 'utf8'));
}

/** The types of a plant, its fields, and a function that checks an event with a parsed body. */
function contractCode(contract: Contract, { path, key, keyType }: Shared): string {
  const operation = operationOf(contract);
  const sent = bodyOf(contract, operation.requestBody);
  const answered = bodyOf(contract, targetOf(contract, operation.responses['200'] ?? {}));
  const place = 'functions/shared/contract.ts';
  if (operation.path !== path) {
    throw new Problem(`${place}: path is ${path}, but openapi.yaml has ${operation.path}.`);
  }
  const keyField = sent.fields.find(({ name }) => name === key);
  if (keyField === undefined) {
    throw new Problem(
      `${place}: key is ${key}, but ${sent.name} in openapi.yaml has no such field.`,
    );
  }
  const type = keyTypeOf(keyField);
  if (type !== keyType) {
    throw new Problem(
      `${place}: keyType is ${keyType}, but for ${key} in openapi.yaml it is ${type}.`,
    );
  }
  for (const { name, isRequired } of answered.fields) {
    const field = sent.fields.find((one) => one.name === name);
    if (field?.isRequired !== isRequired) {
      throw new Problem(`openapi.yaml: ${name} of ${answered.name} is not as in ${sent.name}.`);
    }
  }
  const int64s = sent.fields.filter((field) => field.type === 'bigint');
  return `// Written by \`npm run generate\` from openapi.yaml.
// Stryker disable all: the tests of the contract cover it.
import type { Ajv } from 'ajv';

/** As the store returns it. */
${interfaceOf(answered)}
/** As a client sends it. */
${interfaceOf(sent)}
export const plantFields = ${namesOf(answered.fields)} as const;

export const newPlantFields = ${namesOf(sent.fields)} as const;

export const int64Fields: readonly string[] = ${namesOf(int64s)};

/** What is wrong with the value of a field. */
const violations: Readonly<Record<string, (value: unknown) => string | undefined>> = {
${sent.fields.map(checkOf).join('')}};

function violationsOf(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return ['the body must be an object'];
  }
  return Object.entries(violations).flatMap(([name, violationOf]) => {
    const violation = violationOf((body as Readonly<Record<string, unknown>>)[name]);
    return violation === undefined ? [] : [\`\${name} \${violation}\`];
  });
}

function validate({ body }: { readonly body?: unknown }): boolean {
  validate.errors = violationsOf(body);
  return validate.errors.length === 0;
}
validate.errors = [] as readonly string[];

// middy takes a schema that ajv has compiled, and calls its type Ajv.
export const validateEvent = validate as unknown as Ajv;
`;
}

interface Body {
  readonly name: string;
  readonly fields: readonly Field[];
}

function bodyOf(contract: Contract, { content = {} }: Partial<Pick<Answer, 'content'>>): Body {
  const [media] = Object.values(content);
  if (media?.schema?.$ref === undefined) {
    throw new Problem('openapi.yaml: the body of a request, and of its answer 200, needs a $ref.');
  }
  return { name: nameOf(media.schema), fields: fieldsOf(contract, media.schema) };
}

function interfaceOf({ name, fields }: Body): string {
  const lines = fields.map(({ name, isRequired, type }) =>
    isRequired ? `  readonly ${name}: ${type};\n` : `  readonly ${name}?: ${type} | undefined;\n`,
  );
  return `export interface ${name} {\n${lines.join('')}}\n`;
}

function namesOf(fields: readonly Field[]): string {
  return JSON.stringify(fields.map(({ name }) => name));
}

function checkOf({ name, checks }: Field): string {
  const lines = checks.map(([wrong, words]) => `    ${wrong} ? ${JSON.stringify(words)} :\n`);
  return `  ${name}: (value) =>\n${lines.join('')}    undefined,\n`;
}
