import { spawnSync } from 'node:child_process';
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../setup/temporary-folder.ts';

/** A mistake for each finding of the compiler or the linter. */
const mistakes = {
  TS1294: 'export enum Kind { One }',
  TS2322: 'export const first: number = [1][0];',
  TS2375: 'export const absent: { a?: 1 } = { a: undefined };',
  TS4111: 'export const named = ({} as Record<string, number>).a;',
  TS7006: 'export function untyped(x) { return x; }',
  TS7030: 'export function some(one: number) { if (one) return 1; }',
  TS4114: "export class Child extends Error { name = 'Child'; }",
  TS7029: 'export function falls(one: number) { switch (one) { case 1: some(1); case 2: } }',
  TS1484: "import { PathLike } from 'node:fs'; export const paths: PathLike[] = [];",
  noUnusedVariables: 'function unused() {}',
  noProcessEnv: "process.env['A'];",
  noDefaultExport: 'export default some;',
  noFloatingPromises: 'export function floats() { Promise.resolve(); }',
  noMisusedPromises: '[1].forEach(async () => {});',
  useConsistentTypeDefinitions: 'export type Shape = { a: 1 };',
  useNamingConvention: 'export interface small { readonly a: 1 }',
  plugin: 'export const arrow = () => 1;',
  noUnusedImports: "import { sep } from 'node:path';",
  useNodejsImportProtocol: "export { delimiter } from 'path';",
  useImportExtensions: "export * from './service';",
  noBarrelFile: "export * from './shared/reserved.ts';",
  noImportCycles: "import './any.ts'; import './other.ts';",
  useImportType: "import { Stats } from 'node:fs'; export type All = Stats[];",
  noFocusedTests: "it.only('runs alone', () => {});",
};

/** It breaks each rule of contractRules. */
const wrongContract = `
openapi: 3.1.0
info: { title: A, version: 1.0.0 }
servers: [{ url: 'http://127.0.0.1/' }]
tags: [{ name: B, description: B }, { name: A }]
externalDocs: { $ref: '#/info' }
paths:
  /a:
    get:
      parameters: [{ name: a, in: query, schema: { $ref: '#/components/schemas/A' } }]
      responses:
        200: { description: A, content: { application/json: { schema: { type: string }, example: 7 } } }
components:
  schemas:
    A: { type: object, required: [a], properties: { b: { type: string } }, items: {}, examples: [7] }
    B: { type: string }
`;
const contractRules = [
  'info-license',
  'no-server-trailing-slash',
  'tag-description',
  'tags-alphabetical',
  'spec-strict-refs',
  'operation-description',
  'parameter-description',
  'no-invalid-media-type-examples',
  'no-required-schema-properties-undefined',
  'no-schema-type-mismatch',
  'scalar-property-missing-example',
  'no-invalid-schema-examples',
  'no-unused-components',
];

it('the compiler and the linter find each mistake', () => {
  const cwd = temporaryFolder();
  for (const path of ['biome.json', 'package.json', 'tsconfig.json', 'functions', 'test/setup'])
    cpSync(path, join(cwd, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'), 'junction');
  for (const file of ['any', 'other'])
    writeFileSync(join(cwd, `functions/${file}.ts`), Object.values(mistakes).join('\n'));
  const lint = 'biome lint --vcs-enabled=false --reporter=github --max-diagnostics=none';
  const found = ['tsc', `${lint} functions`].map(
    (command) => spawnSync(`npx ${command}`, { cwd, shell: true, encoding: 'utf8' }).stdout,
  );
  const names = Object.keys(mistakes);
  const isFound = (name: string) =>
    RegExp(`::(error|warning) title=(\\S+/)?${name},|error ${name}:`).test(found.join());
  expect(names.filter((name) => !isFound(name))).toEqual([]);
});

it('the linter of the contract finds each mistake', () => {
  const cwd = temporaryFolder();
  cpSync('tools/contract/redocly.yaml', join(cwd, 'tools/contract/redocly.yaml'));
  writeFileSync(join(cwd, 'openapi.yaml'), wrongContract);
  const lint = `${JSON.stringify(resolve('node_modules/.bin/redocly'))} lint --config tools/contract/redocly.yaml`;
  const { stdout } = spawnSync(`${lint} --format=github-actions`, {
    cwd,
    shell: true,
    encoding: 'utf8',
  });
  expect(contractRules.filter((rule) => !stdout.includes(`::error title=${rule},`))).toEqual([]);
});
