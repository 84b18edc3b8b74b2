// Runs whenever npm has changed node_modules. There, npm ci puts the Node of package-lock.json, if there is a
// package of it; elsewhere the installed Node is used. This file also runs on a Node that is too old.
const { execFileSync } = require('node:child_process');
const { existsSync } = require('node:fs');

const { arch, env, execPath, platform, version } = process;
const own = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;

if (Number.parseInt(version.slice(1), 10) < 24) {
  if (existsSync(`node_modules/${own}`)) linkAgain();
  else {
    console.error(
      `Node 24 or later is needed: npm has no package of it for ${platform} ${arch}, and ${version} is installed.`,
    );
    process.exitCode = 1;
  }
}

/**
 * npm 10, which comes with Node 20 and 22, removes the link to this package with the packages for other systems,
 * whose links have the same name: https://github.com/npm/cli/issues/4362
 */
function linkAgain() {
  execFileSync(execPath, [env.npm_execpath, 'rebuild', own, '--ignore-scripts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
