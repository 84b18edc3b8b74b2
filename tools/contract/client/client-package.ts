import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFolder, onFile, Problem, UsageError } from '../../../infra/base.ts';
import { type Contract, failureTable } from '../contract.ts';

const name = 'plant-store-client';

/** Writes the client as an npm package: JavaScript, types, README and licence. */
export function writeClientPackage(folder: string, contract: Contract): void {
  onFile(folder, 'written', () => {
    refuseForeign(folder);
    createFolder(folder);
    const manifest = `${JSON.stringify(manifestOf(contract), null, 2)}\n`;
    writeFileSync(join(folder, 'package.json'), manifest);
    writeFileSync(join(folder, 'README.md'), readmeOf(contract));
    copyFileSync(path('../../../LICENSE'), join(folder, 'LICENSE'));
  });
  compile(folder);
}

function manifestOf({ info: { version, summary } }: Contract) {
  return {
    name,
    version,
    description: summary,
    license: 'MIT',
    type: 'module',
    exports: {
      '.': { types: `./${name}.d.ts`, default: `./${name}.js` },
      './package.json': './package.json',
    },
    // For tools that do not read `exports`.
    main: `./${name}.js`,
    types: `./${name}.d.ts`,
    files: ['*.js', '*.d.ts'],
    sideEffects: false,
    engines: { node: '>=20' },
  };
}

/** The README of this folder, with the error codes, because the package does not hold the contract. */
function readmeOf(contract: Contract): string {
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
  const files = existsSync(folder) ? readdirSync(folder) : [];
  if (files.length === 0) return;
  const manifest = files.includes('package.json')
    ? readFileSync(join(folder, 'package.json'), 'utf8')
    : undefined;
  // On a full disk, the first file stays empty.
  if (manifest === '' && files.length === 1) return;
  if (/"name":\s*"plant-store-client"/.test(manifest ?? '')) return;
  throw new UsageError(`${folder} holds something else. Name a new or an empty folder.`);
}

/** The tsconfig.json of this folder has no types of Node, so that only web standards compile. */
function compile(folder: string): void {
  const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
  const args = [tsc, '--project', path('.'), '--outDir', folder];
  const { status } = spawnSync(process.execPath, args, {
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  if (status !== 0) throw new Problem(`The client in ${folder} is not complete: tsc has failed.`);
}

function path(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
