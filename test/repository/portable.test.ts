import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import project from '../../package.json' with { type: 'json' };

/** Programs of npm ci, and npm itself. Each system has them; exec is written by link-node.cjs on Windows. */
const programs = ['biome', 'cdk', 'exec', 'knip', 'node', 'npm', 'redocly', 'tsc', 'vitest'];

// npm runs a script in sh, or in cmd.exe on Windows. So a script can only use the syntax of both.
it.each(Object.entries(project.scripts))('npm run %s runs in sh and in cmd.exe', (_, script) => {
  // Variables, quotes, comments and lists are written differently there.
  expect(script).not.toMatch(/[$'`;*?~%^#()\\]/);
  for (const command of script.split(/&&|\|/)) {
    expect(programs).toContain(command.trim().split(' ', 1)[0]);
  }
});

// Such a script can send what it finds to anybody.
it('only the packages of allowScripts run a script at installation', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const running = Object.keys(packages).filter((path) => packages[path].hasInstallScript);
  const allowed = Object.keys(project.allowScripts).map((name) => `node_modules/${name}`);
  expect(running).toEqual(allowed);
});

// npm leaves packages out of the lock file, without a word, if its registry lacks them at that time.
it.each(['.', 'tools/lab'])(
  'package-lock.json of %s has the packages of each platform',
  (folder) => {
    const { packages } = JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8'));
    const locked = Object.keys(packages).map((path) => path.replace(/.*node_modules\//, ''));
    const wanted = Object.values<{ optionalDependencies?: object }>(packages).flatMap(
      ({ optionalDependencies = {} }) => Object.keys(optionalDependencies),
    );
    expect(wanted.filter((name) => !locked.includes(name))).toEqual([]);
  },
);
