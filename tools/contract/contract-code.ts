import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../infra/problem.ts';
import { project as ownProject } from '../../infra/project.ts';
import { withFile } from '../usage-error.ts';
import { type Contract, contractText, operationOf, readContract } from './contract.ts';
import { type Field, fieldsOf, keyTypeOf, partsOf, refusal } from './fields.ts';

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
  throw new Problem(`${file} does not match openapi.yaml. Run: npm run generate`);
}

/** The key, the types of a plant, its fields, and a function that checks an event with a parsed body. */
function contractCode(contract: Contract): string {
  const { path, sent, answered } = operationOf(contract);
  // As the gateway and the command of the banner take it.
  if (!/^(\/([\w-]+|\{\w+\}))+$/.test(path)) {
    const right = 'each part after a slash as {name}, or of letters, digits and -';
    throw refusal(`the path ${path}`, 'this form', right);
  }
  const [NewPlant, Plant] = [typeNameOf(sent), typeNameOf(answered)];
  const parts = partsOf(contract, { $ref: sent });
  const answeredParts = partsOf(contract, { $ref: answered });
  if (sent === answered || !answeredParts.every((part) => parts.includes(part))) {
    throw new Problem(`openapi.yaml: ${answered} must be a part of ${sent}, so write it in allOf.`);
  }
  const fields = fieldsOf(parts);
  const [key, other] = fields;
  if (!key || !other) throw new Problem(`openapi.yaml: ${sent} needs a key and one more field.`);
  const int64s = fields.filter(({ type }) => type === 'bigint');
  return `// Written by \`npm run generate\` from openapi.yaml.
import type { Ajv } from 'ajv';

export const path = ${JSON.stringify(path)};

/** The key of the table, and its type there: N for an int64, S for a text. */
export const key = '${key.name}';
export const keyType = '${keyTypeOf(key)}';

/** As a client sends it. */
export interface ${NewPlant} {
${fields.map(memberOf).join('')}}
export const newPlantFields = ${nameList(fields)} as const;
export const int64Fields: readonly string[] = ${nameList(int64s)};

/** As the store returns it. */
export type ${Plant} = Pick<${NewPlant}, (typeof plantFields)[number]>;
export const plantFields = ${nameList(fieldsOf(answeredParts))} as const;

/** What is wrong with each field of a body. */
const violations: readonly ((body: Readonly<Record<string, unknown>>) => string | undefined)[] = [
${fields.map(checkOf).join('')}];

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

/** The last word of a $ref, if it can name a type, and no type that the code uses. */
function typeNameOf($ref: string): string {
  const name = $ref.replace(/.*\//, '');
  if (/^(?!(Ajv|Pick|Readonly|Record)$)[A-Z][A-Za-z\d]*$/.test(name)) return name;
  const right = 'another one, of letters and digits, with a capital letter in front';
  throw refusal(`the schema ${name}`, 'this name', right);
}

function nameList(fields: readonly Field[]): string {
  return JSON.stringify(fields.map(({ name }) => name));
}

function memberOf({ name, isRequired, type }: Field): string {
  return `  readonly ${isRequired ? `${name}: ${type}` : `${name}?: ${type} | undefined`};\n`;
}

/** A condition in JavaScript, and what a client is told if it is true. Undefined: the value is right. */
type Check = readonly [condition: string, violation: string | undefined];

// JSON Schema counts characters. In a well-formed text, one of two units ends with a low surrogate.
const characters = 'value.replaceAll(/[\\udc00-\\udfff]/g, "").length';

/** The check of each rule, in their order: a pattern is not tried on a text that is too long. */
const ruleChecks: Readonly<Record<string, (value: never, violation: string) => Check>> = {
  minimum: (least, violation) => [`value < ${least}n`, violation],
  maximum: (most, violation) => [`value > ${most}n`, violation],
  minLength: (least) => [`${characters} < ${least}`, `must have at least ${least} characters`],
  maxLength: (most) => [`${characters} > ${most}`, `must have at most ${most} characters`],
  enum: (texts: readonly string[]) => {
    const listed = texts.map((text) => JSON.stringify(text)).join(', ');
    return [`![${listed}].includes(value)`, `must be one of ${listed}`];
  },
  pattern: (text) => [`!${new RegExp(text, 'u')}.test(value)`, `must match the pattern ${text}`],
};

function checkOf({ name, isRequired, type, schema }: Field): string {
  const { minimum = -(2n ** 63n), maximum = 2n ** 63n - 1n } = schema;
  const words = type === 'bigint' ? `an integer between ${minimum} and ${maximum}` : `a ${type}`;
  const violation = `must be ${words}`;
  const checks: Check[] = [
    ['value === undefined', isRequired ? 'is required' : undefined],
    [`typeof value !== "${type}"`, violation],
  ];
  // The table would not keep half a character.
  if (type === 'string') checks.push(['!value.isWellFormed()', 'must be well-formed Unicode']);
  for (const [rule, check] of Object.entries(ruleChecks)) {
    if (rule in schema) checks.push(check(schema[rule] as never, violation));
  }
  const lines = checks.map(
    ([wrong, what]) => `    ${wrong} ? ${JSON.stringify(what && `${name} ${what}`)} :\n`,
  );
  return `  ({ ${name}: value }) =>\n${lines.join('')}    undefined,\n`;
}
