import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { filesOf } from '../../tools/test/setup/system.ts';

/** What a folder may import from the others. */
const folders: Readonly<Record<string, readonly string[]>> = {
  'functions/contract': [],
  'functions/service.ts': ['functions/contract'],
  'functions/shared': ['functions/service.ts'],
  'functions/http': ['functions/service.ts', 'functions/shared'],
  'functions/authorize': ['functions/service.ts', 'functions/shared'],
  'functions/probe': ['functions/service.ts', 'functions/shared'],
  'functions/create-plant': [
    'functions/contract',
    'functions/http',
    'functions/service.ts',
    'functions/shared',
  ],
  infra: ['functions', 'cdk.json'],
  // What infra and the tools both use.
  'infra/build': ['functions/service.ts'],
  'infra/build/lean-sdk': ['node_modules'],
  tools: ['infra/build'],
  'tools/contract': [
    'functions/service.ts',
    'functions/shared/reserved.ts',
    'infra/build',
    'tools/usage-error.ts',
  ],
  // The local service does not know who uses it.
  'tools/local': ['functions/service.ts', 'infra/build', 'tools/usage-error.ts'],
  'tools/commands': ['functions', 'infra/build', 'package.json', 'tools'],
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

const sources = filesOf('{functions,infra,tools}/**/*.{ts,mjs,cjs}').filter(
  (file) => !isIn(file, 'tools/lab') && !isIn(file, 'tools/test'),
);

it('each file imports only what its folder may', () => {
  const wrong = sources.flatMap((file) => {
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
