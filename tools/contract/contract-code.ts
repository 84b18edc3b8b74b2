import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ownService from '../../functions/service.ts';
import { Problem } from '../../infra/project/problem.ts';
import { projectFolder } from '../../infra/project/project-folder.ts';
import { withFile } from '../with-file.ts';
import { readContract, readContractText } from './contract.ts';
import { keyTypeOf } from './key-type.ts';
import type { Schema } from './schema-type.ts';
import { type Lists, type Schemas, schemasOf } from './service-contract.ts';
import { validatorOf } from './validator.ts';

const folder = 'functions/contract';

/** Writes the contract's code, and returns its folder. */
export async function writeContractCode(
  openapi = readContractText(),
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
export async function checkContractCode(): Promise<void> {
  if (isWritten(await contractCode(readContractText(), ownService), projectFolder)) return;
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
async function contractCode(openapi: string, lists: Lists): Promise<Map<string, string>> {
  const all = schemasOf(readContract(openapi), lists);
  const code = new Map([[`${folder}/keys.generated.ts`, keysCode(all)]]);
  for (const one of all) {
    code.set(`${folder}/${fileOf(one.id)}.generated.ts`, await operationCode(one));
  }
  return code;
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

function fileOf(operationId: string): string {
  return operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
