// Runs after each change of node_modules by npm. npm ci installs the Node of package-lock.json, if npm has it for
// this system. Otherwise the installed Node is used. This file also runs on a Node that is too old.
const { execFileSync, spawnSync } = require('node:child_process');
const { existsSync, linkSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

// One major version for all systems.
const { optionalDependencies } = require(join(__dirname, '../../package.json'));
const least = Number.parseInt(Object.values(optionalDependencies)[0], 10);
const { arch, env, execPath, platform, version } = process;
const own = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
const folder = join('node_modules', own);
const programs = join('node_modules', '.bin');

const isInstalled = existsSync(folder);
if (isInstalled && platform === 'win32') linkOnWindows();
else if (isInstalled && isOld(version) && env.npm_execpath) linkAgain();

if (isOld(version) && !(isInstalled && runs())) {
  const reason = isInstalled
    ? `the one of npm, ${folder}, does not run on this system`
    : `npm ci installed none for ${platform} ${arch}`;
  console.error(`Install Node ${least} or later: ${version} is installed, and ${reason}.`);
  process.exitCode = 1;
}

function isOld(text) {
  return Number.parseInt(text.slice(1), 10) < least;
}

/** Whether it runs on this system. On Alpine, for example, it does not: the C library is another. */
function runs() {
  const file = join(folder, 'bin', platform === 'win32' ? 'node.exe' : 'node');
  return spawnSync(file, ['--version']).status === 0;
}

/**
 * npm 10, which comes with Node 20 and 22, removes the link to this package with the packages for other systems,
 * because their links have the same name: https://github.com/npm/cli/issues/4362
 */
function linkAgain() {
  execFileSync(execPath, [env.npm_execpath, 'rebuild', own, '--ignore-scripts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/**
 * npm links programs by batch files. After a Ctrl-C, cmd.exe prints a question for each: "Terminate batch job (Y/N)?"
 * A link to node.exe has no batch file. exec.cmd replaces the exec of a POSIX shell, with which npm's signals reach
 * Node. The label does not exist, so the batch file ends before Node starts.
 */
function linkOnWindows() {
  const link = join(programs, 'node.exe');
  rmSync(link, { force: true });
  try {
    linkSync(join(folder, 'bin', 'node.exe'), link);
  } catch {
    // This drive has no links. npm's batch file also starts Node.
  }
  writeFileSync(
    join(programs, 'exec.cmd'),
    '@goto #_undefined_# 2>NUL || title %COMSPEC% & %*\r\n',
  );
}
