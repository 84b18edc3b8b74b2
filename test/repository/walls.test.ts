import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { routes, serviceName, tokenPrefix } from '../../functions/service.ts';
import { filesOf } from '../../tools/test/setup/system.ts';

/** What operations share: it knows none of them. */
const shared = [
  'functions/contract',
  'functions/dynamodb',
  'functions/http',
  'functions/service.ts',
  'functions/shared',
];

/**
 * What a folder may import from the others. The folder of a function needs no line here: it may import what operations
 * share, and no other function.
 */
const folders: Readonly<Record<string, readonly string[]>> = {
  'functions/contract': [],
  'functions/service.ts': ['functions/contract'],
  'functions/shared': ['functions/service.ts'],
  'functions/dynamodb': [],
  'functions/http': ['functions/dynamodb', 'functions/service.ts', 'functions/shared'],
  infra: ['functions', 'cdk.json'],
  'infra/monitoring': [...shared, 'infra'],
  // What infra and the tools both use.
  'infra/build': ['functions/service.ts', 'infra/project'],
  'infra/project': [],
  'infra/build/lean-sdk': ['node_modules'],
  tools: ['infra/project'],
  'tools/contract': [
    'functions/http/answer.ts',
    'functions/service.ts',
    'functions/shared',
    'infra/project',
    'tools/shared/usage-error.ts',
    'tools/shared/with-file.ts',
  ],
  // The local service does not know who uses it.
  'tools/local': [
    'functions/service.ts',
    'infra/project',
    'tools/shared/usage-error.ts',
    'tools/shared/with-file.ts',
  ],
  'tools/commands': [
    // For tokens.
    'functions/authorize',
    'functions/contract',
    'functions/dynamodb',
    'functions/http/failure.ts',
    'functions/service.ts',
    'functions/shared',
    'infra/build',
    'infra/project',
    'package.json',
    'tools',
  ],
  // What several of the tools use: it knows none of them.
  'tools/shared': ['infra/project'],
  'tools/shared/terminal': [
    'functions/service.ts',
    'infra/project',
    'package.json',
    'tools/shared/usage-error.ts',
  ],
  'tools/shared/stage': [
    'functions/dynamodb',
    'infra/project',
    'tools/shared/terminal',
    'tools/shared/usage-error.ts',
  ],
  'tools/shared/stored-items': [
    'tools/shared/terminal',
    'tools/shared/usage-error.ts',
    'tools/shared/with-file.ts',
  ],
  'tools/shared/target': [
    'functions/dynamodb',
    'functions/service.ts',
    'infra/project',
    'tools/shared/stage',
    'tools/shared/terminal',
    'tools/local',
    'tools/shared/usage-error.ts',
  ],
};

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The folder whose rule is for a file, and what it may import. */
function ruleFor(file: string) {
  const folder = Object.keys(folders).findLast((one) => isIn(file, one));
  if (folder !== undefined) return [folder, ...(folders[folder] ?? [])];
  const [ofFunction] = /^functions\/[^/]+(?=\/)/.exec(file) ?? expect.fail(`no rule for ${file}`);
  return [ofFunction, ...shared];
}

/** The files of this project that a file imports. */
function importsOf(file: string): string[] {
  const specifier = /(?:\bfrom |\bimport\(|^import |\brequire\()'(\.[^'\n]+)'/gm;
  return [...readFileSync(file, 'utf8').matchAll(specifier)].map(([, path = '']) =>
    posix.join(posix.dirname(file), path),
  );
}

// Tests import helpers of both rings. A rule for those of the tools would stand above, as 'tools/test'.
const sources = filesOf('{functions,infra,tools}/**/*.{ts,mjs,cjs}').filter(
  (file) => !isIn(file, 'tools/lab') && !isIn(file, 'tools/test'),
);

it('each file imports only what its folder may', () => {
  const wrong = sources.flatMap((file) => {
    const may = ruleFor(file);
    const others = importsOf(file).filter((path) => !may.some((one) => isIn(path, one)));
    return others.map((path) => `${file} imports ${path}`);
  });
  expect(wrong).toEqual([]);
});

it('each rule is for a folder that is there', () => {
  expect(Object.keys(folders).filter((folder) => !existsSync(folder))).toEqual([]);
});

it('the workshop has no name of this service, so that it fits another one', () => {
  const inCapitals = serviceName.replaceAll(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase());
  const operations = routes.flatMap(({ functionName, path }) => [functionName, path]);
  const names = [serviceName, inCapitals, tokenPrefix, ...operations];
  // The tests of the workshop have invented stacks, and a renamed service has no command rename.
  const files = filesOf('tools/**/*.*').filter(
    (file) => !isIn(file, 'tools/test') && !isIn(file, 'tools/commands/rename'),
  );
  const wrong = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return names.filter((name) => text.includes(name)).map((name) => `${file}: ${name}`);
  });
  expect(wrong).toEqual([]);
});
