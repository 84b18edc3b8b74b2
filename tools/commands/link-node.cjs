// Runs after each change of node_modules by npm, also on an old Node. npm scripts then use the Node of
// package-lock.json, if npm has it for this system.
const { spawnSync } = require('node:child_process');
const { linkSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const { arch, platform } = process;
const isWindows = platform === 'win32';
const name = isWindows ? 'node.exe' : 'node';
const folder = `node-${isWindows ? 'win' : platform}-${arch}`;
const program = join('node_modules', folder, 'bin', name);
const programs = join('node_modules', '.bin');

// On Alpine, for example, it does not run: the C library differs.
if (spawnSync(program, ['--version']).status === 0) {
  replaceLink(join(programs, name));
  if (isWindows) writeFileSync(join(programs, 'exec.cmd'), `${execLine()}\r\n`);
}

/**
 * npm 10, which comes with Node 20 and 22, removes its link with the packages for other systems, because their links
 * have the same name: https://github.com/npm/cli/issues/4362. On Windows, npm links programs by batch files. After a
 * Ctrl-C, cmd.exe prints a question for each: "Terminate batch job (Y/N)?"
 */
function replaceLink(link) {
  try {
    rmSync(link, { force: true });
    linkSync(program, link);
  } catch {
    // This drive has no links. npm's batch file also starts Node.
  }
}

/**
 * The `exec` of a POSIX shell, for cmd.exe: npm start and npm run dev begin with it, so that npm's signals reach Node. It
 * must end before Node starts, because it is a batch file, too. What it does must stand in one line:
 * https://github.com/microsoft/terminal/issues/217#issuecomment-737594785
 */
function execLine() {
  // There is no such label. That ends the batch file, but cmd.exe still does the rest of the line.
  const leave = '@goto #_undefined_# 2>NUL';
  // After that error, the window would keep the name of the batch file.
  const rename = 'title %COMSPEC%';
  const command = '%*';
  return `${leave} || ${rename} & ${command}`;
}
