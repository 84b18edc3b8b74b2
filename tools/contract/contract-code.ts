import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as ownService from '../../functions/service.ts';
import { Problem } from '../../infra/build/problem.ts';
import { projectFolder } from '../../infra/build/project-folder.ts';
import { withFile } from '../usage-error.ts';
import { contractText, operationsOf, readContract } from './contract.ts';
import { type Schema, schemaOf } from './schema.ts';
import { validatorOf } from './validator.ts';

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

/** An operation that takes JSON. */
interface Body {
  readonly id: string;
  readonly schema: Schema;
  readonly answer: Schema | undefined;
}

/** Writes the contract's code, and returns its folder. */
export function generate(
  openapi = contractText(),
  folderOfProject = projectFolder,
  lists: Lists = ownService,
) {
  const code = contractCode(openapi, lists);
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
export function checkGenerated(): void {
  if (isWritten(contractCode(contractText(), ownService), projectFolder)) return;
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

/** The files of the contract's code: one for the keys, and one for each operation that takes JSON. */
function contractCode(openapi: string, { routes, tables }: Lists): Map<string, string> {
  const contract = readContract(openapi);
  const operations = operationsOf(contract);
  const bodies = operations.flatMap(({ id, body, answer }): Body[] => {
    if (body === undefined) return [];
    const schema = schemaOf(contract, `the body of ${id}`, body);
    const answered =
      answer === undefined ? undefined : schemaOf(contract, `the answer of ${id}`, answer);
    return [{ id, schema, answer: answered }];
  });
  for (const { method, path } of routes) {
    if (operations.some((one) => one.method === method && one.path === path)) continue;
    throw new Problem(`openapi.yaml has no ${method} ${path}, which functions/service.ts lists.`);
  }
  for (const [name, { key, type, bodyOf }] of Object.entries(tables)) {
    const body = bodies.find(({ id }) => id === bodyOf);
    if (body) checkAnswer(body);
    if (bodyOf === undefined || (body && keyTypeOf(body.schema, key) === type)) continue;
    throw new Problem(
      `functions/service.ts: the key ${key} of ${name} must be a required field of ${bodyOf} in openapi.yaml: an integer for N, or for S a text with minLength from 1 and maxLength to 512, an enum or a uuid.`,
    );
  }
  return new Map([
    [`${folder}/keys.generated.ts`, keysCode(bodies)],
    ...bodies.map((body) => [`${folder}/${fileOf(body.id)}.generated.ts`, bodyCode(body)] as const),
  ]);
}

/** What is stored in a table is answered as it is, also inside of a field. */
function checkAnswer({ id, schema, answer }: Body): void {
  const { properties: sent = {}, required = [] } = schema;
  for (const [name, field] of Object.entries(answer?.properties ?? {})) {
    const isThere = required.includes(name) || !answer?.required?.includes(name);
    if (isThere && isDeepStrictEqual(sent[name], field)) continue;
    throw new Problem(
      `openapi.yaml: the answer of ${id} cannot have another field ${name} than its body, so write it once, and a $ref in both.`,
    );
  }
}

const header = '// Written by `npm run generate` from openapi.yaml.\n';

function keysCode(bodies: readonly Body[]): string {
  const keys = bodies.map(({ id, schema }) => {
    const all = Object.keys(Object(schema.properties)).flatMap((name) => {
      const type = keyTypeOf(schema, name);
      return type ? `{ key: '${name}'; type: '${type}' }` : [];
    });
    return `  ${id}: ${all.join(' | ') || 'never'};\n`;
  });
  return `${header}
/** What the key of a table can be, by the operation whose body is stored in it. */
export interface Keys {
${keys.join('')}}
`;
}

function bodyCode({ id, schema, answer }: Body): string {
  const name = `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;
  const answerCode =
    answer &&
    `
export type ${name}Answer = ${typeOf(answer)};
export const ${id}AnswerFields = ${JSON.stringify(Object.keys(Object(answer.properties)))} as const;
`;
  return `${header}// @ts-nocheck: ajv's code has no types.

export type ${name}Body = ${typeOf(schema)};
${answerCode ?? ''}
${validatorOf(schema, `validate${name}`)}`;
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
