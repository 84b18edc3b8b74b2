import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { filesOf } from './setup/system.ts';

/** What a folder may import from the others. Each may import infra/base.ts, which imports nothing. */
const folders: Readonly<Record<string, readonly string[]>> = {
  'functions/shared': [],
  'functions/authorize': ['functions/shared'],
  'functions/probe': ['functions/shared'],
  'functions/create-plant': ['functions/shared'],
  'infra/bundle': [],
  infra: ['functions', 'cdk.json'],
  'tools/contract': ['tools/usage-error.ts'],
  // The local service does not know who uses it.
  'tools/local': ['infra/service.ts', 'tools/usage-error.ts'],
  'tools/commands': ['functions', 'infra/bundle', 'infra/service.ts', 'package.json', 'tools'],
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

const sources = filesOf('{functions,infra,tools}/**/*.{ts,mjs,cjs}');

it.each(sources)('%s imports only what its folder may', (file) => {
  const folder = Object.keys(folders).find((one) => isIn(file, one)) ?? '';
  const may = [folder, 'infra/base.ts', ...(folders[folder] ?? [])];
  expect(importsOf(file).filter((path) => !may.some((one) => isIn(path, one)))).toEqual([]);
});

it('infra/base.ts imports nothing', () => {
  expect(importsOf('infra/base.ts')).toEqual([]);
});

it.each(filesOf('tools/local/**/*.ts'))('%s contains nothing about plants', (file) => {
  const code = readFileSync(file, 'utf8').replace(/\/\/ .*|\/\*\*[\s\S]*?\*\//g, '');
  expect(code).not.toMatch(/plants|plant-store/i);
});
