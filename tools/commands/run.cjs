// Starts a command: `node tools/commands/run.cjs token list`. Without a name, it only checks the installation. This file also runs on an old Node and without
// packages, so that it can print what is missing.
const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const project = join(__dirname, '..', '..');
const [node, , name, ...args] = process.argv;
const problem = problemOf(join(project, 'node_modules'), process.version);

if (problem === undefined) {
  if (name !== undefined) start();
} else {
  console.error(problem);
  process.exitCode = 1;
}

function start() {
  // Node compiles each file once, not at each start.
  enableCompileCache(join(project, 'node_modules/.cache/node'));
  const main = join(__dirname, name, 'main.ts');
  const file = existsSync(main) ? main : join(__dirname, `${name}.ts`);
  process.argv = [node, file, ...args];
  void import(pathToFileURL(file).href);
}

function problemOf(packages, version) {
  const { dependencies, devDependencies, optionalDependencies } = require(
    join(project, 'package.json'),
  );
  const names = Object.keys(Object.assign({}, dependencies, devDependencies));
  const missing = names.filter((one) => !existsSync(join(packages, one)));
  if (missing.length === names.length) return 'No packages are installed. Run: npm ci';
  if (missing.length > 0) {
    return `The package ${missing[0]} is not installed. Run: npm ci --include=dev`;
  }
  const least = Number.parseInt(Object.values(optionalDependencies)[0], 10);
  if (Number.parseInt(version.slice(1), 10) >= least) return undefined;
  return `Node ${least} or later is needed, and this is ${version}. Run npm ci, which installs it or prints why it cannot.`;
}
