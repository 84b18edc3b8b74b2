import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { filesOf } from '../../tools/test/setup/system.ts';

/** What a folder may import from the others. */
const folders: Readonly<Record<string, readonly string[]>> = {
  'functions/contract': [],
  'functions/service.ts': ['functions/contract'],
  'functions/shared': ['functions/service.ts'],
  'functions/authorize': ['functions/service.ts', 'functions/shared'],
  'functions/probe': ['functions/service.ts', 'functions/shared'],
  'functions/create-plant': ['functions/contract', 'functions/service.ts', 'functions/shared'],
  infra: ['functions', 'cdk.json'],
  'infra/problem.ts': [],
  'infra/project.ts': [],
  'infra/bundle': ['functions/service.ts', 'infra/problem.ts', 'infra/project.ts'],
  'infra/bundle/lean-sdk': ['node_modules'],
  // Tools take of infra only what builds, the error for users, and the folder of the project.
  tools: ['infra/problem.ts'],
  'tools/contract': [
    'functions/service.ts',
    'functions/shared/reserved.ts',
    'infra/problem.ts',
    'infra/project.ts',
    'tools/usage-error.ts',
  ],
  // The local service does not know who uses it.
  'tools/local': [
    'functions/service.ts',
    'infra/problem.ts',
    'infra/project.ts',
    'tools/usage-error.ts',
  ],
  'tools/commands': [
    'functions',
    'infra/bundle',
    'infra/problem.ts',
    'infra/project.ts',
    'package.json',
    'tools',
  ],
};

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The files of this project that a file imports. */
function importsOf(file: string): string[] {
  const specifier = /(?:\bfrom |\bimport\(|^import |\brequire\()'(\.[^'\n]+)'/gm;
  return [...readFileSync(file, 'utf8').matchAll(specifier)].map(([, path = '']) =>
    posix.join(posix.dirname(file), path),
  );
}

it('each file imports only what its folder may', () => {
  const wrong = filesOf('{functions,infra,tools/!(lab|test)}/**/*.{ts,mjs,cjs}').flatMap((file) => {
    const folder = Object.keys(folders).findLast((one) => isIn(file, one)) ?? '';
    const may = [folder, ...(folders[folder] ?? [])];
    const others = importsOf(file).filter((path) => !may.some((one) => isIn(path, one)));
    return others.map((path) => `${file} imports ${path}`);
  });
  expect(wrong, 'add a new folder to `folders` here').toEqual([]);
});

it('the local service contains nothing about plants', () => {
  const wrong = filesOf('tools/local/**/*.ts').flatMap((file) => {
    const code = readFileSync(file, 'utf8').replace(/\/\/ .*|\/\*\*[\s\S]*?\*\//g, '');
    return (code.match(/.*(plants|plant-store).*/gi) ?? []).map((line) => `${file}: ${line}`);
  });
  expect(wrong).toEqual([]);
});
