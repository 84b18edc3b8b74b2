import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as ownService from '../../functions/service.ts';
import { Problem } from '../../infra/build/problem.ts';
import { projectFolder } from '../../infra/build/project-folder.ts';
import { withFile } from '../usage-error.ts';
import { contractText, operationsOf, readContract } from './contract.ts';
import { pathSchemaOf, schemaOf } from './schema.ts';
import type { Schema } from './schema-type.ts';
import { type RequestSchemas, validatorOf } from './validator.ts';

const folder = 'functions/contract';

/** The lists of functions/service.ts that the contract has to fit. */
interface Lists {
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  readonly tables: Readonly<Record<string, Table>>;
}

interface Table {
  readonly key: string;
  readonly type: string;
  /** The operation whose body is stored in it. */
  readonly bodyOf?: string;
}

/** What the contract says of an operation. */
interface Schemas extends RequestSchemas {
  readonly id: string;
  /** Undefined if it answers no JSON. */
  readonly answer: Schema | undefined;
}

/** Writes the contract's code, and returns its folder. */
export async function generate(
  openapi = contractText(),
  folderOfProject = projectFolder,
  lists: Lists = ownService,
) {
  const code = await contractCode(openapi, lists);
  // `npm run dev` starts again after a write.
  if (isWritten(code, folderOfProject)) return folder;
  withFile(folder, 'written', () => {
    mkdirSync(join(folderOfProject, folder), { recursive: true });
    for (const file of writtenFiles(folderOfProject))
      if (!code.has(file)) rmSync(join(folderOfProject, file));
    for (const [file, text] of code) writeFileSync(join(folderOfProject, file), text);
  });
  return folder;
}

/** Throws a Problem if the contract's code does not fit the contract. */
export async function checkGenerated(): Promise<void> {
  if (isWritten(await contractCode(contractText(), ownService), projectFolder)) return;
  throw new Problem(`${folder} does not match openapi.yaml. Run: npm run generate`);
}

function isWritten(code: Map<string, string>, folderOfProject: string): boolean {
  const files = writtenFiles(folderOfProject);
  if (files.length !== code.size) return false;
  return files.every(
    (file) => code.get(file) === readFileSync(join(folderOfProject, file), 'utf8'),
  );
}

function writtenFiles(folderOfProject: string): string[] {
  return globSync(`${folder}/*.generated.ts`, { cwd: folderOfProject }).map((file) =>
    file.replaceAll('\\', '/'),
  );
}

/** The files of the contract's code: one for the keys, and one for each operation. */
async function contractCode(
  openapi: string,
  { routes, tables }: Lists,
): Promise<Map<string, string>> {
  const contract = readContract(openapi);
  const operations = operationsOf(contract);
  const all = operations.map(({ id, parameters, body, answer }): Schemas => {
    const read = (part: string, schema: unknown) =>
      schema === undefined ? undefined : schemaOf(contract, `the ${part} of ${id}`, schema);
    return {
      id,
      path: pathSchemaOf(contract, `the path of ${id}`, parameters),
      body: read('body', body),
      answer: read('answer', answer),
    };
  });
  for (const { method, path } of routes) {
    if (operations.some((one) => one.method === method && one.path === path)) continue;
    throw new Problem(`openapi.yaml has no ${method} ${path}, which functions/service.ts lists.`);
  }
  for (const [name, { key, type, bodyOf }] of Object.entries(tables)) {
    const { body, answer } = all.find(({ id }) => id === bodyOf) ?? {};
    if (body && answer) checkAnswer(`${bodyOf}`, body, answer);
    if (bodyOf === undefined || (body && keyTypeOf(body, key) === type)) continue;
    throw new Problem(
      `functions/service.ts: the key ${key} of ${name} must be a required field of ${bodyOf} in openapi.yaml: an integer for N, or for S a text with minLength from 1 and maxLength to 512, an enum or a uuid.`,
    );
  }
  const code = new Map([[`${folder}/keys.generated.ts`, keysCode(all)]]);
  for (const one of all) {
    code.set(`${folder}/${fileOf(one.id)}.generated.ts`, await operationCode(one));
  }
  return code;
}

/** What is stored in a table is answered as it is, also inside of a field. */
function checkAnswer(id: string, body: Schema, answer: Schema): void {
  const { properties: sent = {}, required = [] } = body;
  for (const [name, field] of Object.entries(answer.properties ?? {})) {
    const isThere = required.includes(name) || !answer.required?.includes(name);
    if (isThere && isDeepStrictEqual(sent[name], field)) continue;
    throw new Problem(
      `openapi.yaml: the answer of ${id} cannot have another field ${name} than its body, so write it once, and a $ref in both.`,
    );
  }
}

const header = '// Written by `npm run generate` from openapi.yaml.\n';

function keysCode(all: readonly Schemas[]): string {
  const keys = all.flatMap(({ id, body }) => {
    if (body === undefined) return [];
    const pairs = Object.keys(Object(body.properties)).flatMap((name) => {
      const type = keyTypeOf(body, name);
      return type ? `{ key: '${name}'; type: '${type}' }` : [];
    });
    return `  ${id}: ${pairs.join(' | ') || 'never'};\n`;
  });
  return `${header}
/** What the key of a table can be, by the operation whose body is stored in it. */
export interface Keys {
${keys.join('')}}
`;
}

async function operationCode({ id, path, body, answer }: Schemas): Promise<string> {
  const name = `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;
  const typed = (part: string, schema: Schema | undefined) =>
    schema &&
    `
export type ${name}${part} = ${typeOf(schema)};
export const ${id}${part}Fields = ${JSON.stringify(fieldsOf(schema))} as const;
`;
  const members = [
    path && `  readonly pathParameters: ${typeOf(path, '  ')};\n`,
    body && `  readonly body: ${name}Body;\n`,
  ];
  return `${header}// @ts-nocheck: ajv's code has no types.
${typed('Body', body) ?? ''}${typed('Answer', answer) ?? ''}
/** What a request has after validate${name}. */
export interface ${name}Request {
${members.join('')}}

${await validatorOf({ path, body }, `validate${name}`)}`;
}

/** The names of its fields, as functions/http/picked.ts takes them. */
function fieldsOf({ items, properties }: Schema): unknown {
  if (items) return fieldsOf(items);
  if (!properties) return true;
  const fields = Object.entries(properties).map(([name, field]) => [name, fieldsOf(field)]);
  return Object.fromEntries(fields);
}

/** Its type in TypeScript. json-schema-to-ts would make any of a schema of more than twelve levels. */
function typeOf(schema: Schema, indent = ''): string {
  const { type, enum: texts, items, properties, required } = schema;
  const inside = `${indent}  `;
  const [kind, orNull] = typeof type === 'string' ? [type, ''] : [type[0], ' | null'];
  if (items) return `readonly (${typeOf(items, indent)})[]${orNull}`;
  if (kind === 'string' && texts)
    return texts.map((one: string) => JSON.stringify(one)).join(' | ') + orNull;
  if (!properties) return `${kind === 'integer' ? 'bigint' : kind}${orNull}`;
  const members = Object.entries(properties).map(([name, field]) => {
    const mark = required?.includes(name) ? '' : '?';
    return `${inside}readonly '${name}'${mark}: ${typeOf(field, inside)};\n`;
  });
  return `{\n${members.join('')}${indent}}${orNull}`;
}

/** The type of a field as the key of a table. DynamoDB takes 1 to 2,048 bytes, and a character has up to four. */
function keyTypeOf({ properties, required }: Schema, name: string): 'N' | 'S' | undefined {
  const field = Object(properties?.[name]);
  if (!required?.includes(name)) return undefined;
  if (field.type === 'integer') return 'N';
  const { type, minLength = 0, maxLength = Infinity, format, enum: texts } = field;
  if (type !== 'string') return undefined;
  const isShort = minLength > 0 && maxLength <= 512;
  const areShort = texts?.every((text: string) => text.length > 0 && text.length <= 512);
  return isShort || areShort || format === 'uuid' ? 'S' : undefined;
}

function fileOf(operationId: string): string {
  return operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
