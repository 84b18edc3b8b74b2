import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem, UsageError } from '../../problem.ts';
import type { Contract } from '../contract.ts';
import { failureTable } from '../failure-table.ts';

const name = 'plant-store-client';

/** Writes the client as a package of its own: JavaScript, types, README and licence. */
export function writeClientPackage(folder: string, contract: Contract): void {
  try {
    refuseForeign(folder);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(contract), null, 2)}\n`);
    writeFileSync(join(folder, 'README.md'), readme(contract));
    copyFileSync(path('../../../LICENSE'), join(folder, 'LICENSE'));
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(`${folder} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
  compile(folder);
}

function manifest({ info: { version } }: Contract) {
  return {
    name,
    version,
    description: 'Adds plants to a plant store, with ids digit for digit.',
    license: 'MIT',
    type: 'module',
    // TypeScript finds the .d.ts file beside it.
    exports: './plant-store-client.js',
    files: ['*.js', '*.d.ts'],
    sideEffects: false,
    engines: { node: '>=20' },
  };
}

/** The README beside this file, with the error codes, since the package does not hold the contract. */
function readme(contract: Contract): string {
  const codes = failureTable(contract).map(
    ({ error, meaning, advice }) => `| ${error} | ${meaning} | ${advice} |\n`,
  );
  return `${readFileSync(path('README.md'), 'utf8')}
## Codes

| error | meaning | what to do |
|---|---|---|
${codes.join('')}`;
}

/** Never overwrites other files: the folder must be new, empty or such a package. */
function refuseForeign(folder: string): void {
  const files = filesOf(folder);
  if (files.length === 0) return;
  const own = files.includes('package.json') && nameIn(join(folder, 'package.json')) === name;
  if (!own) throw new UsageError(`${folder} holds something else. Name a new or an empty folder.`);
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function nameIn(manifestFile: string): unknown {
  try {
    return JSON.parse(readFileSync(manifestFile, 'utf8'))?.name;
  } catch {
    return undefined;
  }
}

/** The tsconfig.json beside this file has no types of Node, so that only web standards compile. */
function compile(folder: string): void {
  const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
  execFileSync(process.execPath, [tsc, '--project', path('.'), '--outDir', folder], {
    stdio: ['ignore', process.stderr, 'inherit'],
  });
}

function path(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
