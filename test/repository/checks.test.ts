import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import project from '../../package.json' with { type: 'json' };
import { startCommand } from '../../tools/test/setup/command.ts';
import { filesOf, onWindows } from '../../tools/test/setup/system.ts';
import { temporaryFolder } from '../../tools/test/setup/temporary-folder.ts';

// What looks for mistakes still looks, and fails if it finds one. It reads the workflows by itself, because workflows.ts is
// deleted with the pipeline.

/** YAML has no types. */
type Any = ReturnType<typeof parse>;

function read(file: string): Any {
  return parse(readFileSync(file, 'utf8'));
}

/** What npm run check does with each file of settings. */
const checks: Readonly<Record<string, string>> = {
  'biome.jsonc': 'biome check --error-on-warnings .',
  'tsconfig.json': 'tsc \n',
  'tools/commands/night/bundle/tsconfig.json': 'tsc --project tools/commands/night/bundle',
  'tools/contract/redocly.yaml': 'redocly lint',
  'knip.jsonc': 'knip',
  'vitest.config.ts': 'npm test -- --coverage',
  'cdk.json': 'cdk synth',
};

/** What it starts, also if a package brings it. */
const programs = ['biome', 'tsc', 'redocly', 'knip', 'npm', 'node'];

/** Runs npm run check with stand-ins for its programs, of which one can fail. */
function check(failing = '') {
  const folder = temporaryFolder();
  for (const name of programs) {
    const lines = ['#!/bin/sh', `echo "ran ${name} $*"`, `[ ${name} != "$FAILING" ]`, ''];
    writeFileSync(join(folder, name), lines.join('\n'), { mode: 0o755 });
  }
  return startCommand('.ci/check.mjs', [], { env: { PATH: folder, FAILING: failing } }).ends();
}

// The stand-ins are scripts of sh.
describe.skipIf(onWindows)('npm run check', () => {
  it('uses all settings of the repository', async () => {
    const { code, stdout } = await check();
    expect(code).toBe(0);
    const settings = Object.entries(checks).filter(([file]) => existsSync(file));
    for (const [file, command] of settings) expect(stdout, file).toContain(command);
  });

  it.each(programs)('fails if %s fails', async (name) => {
    const { code, stdout, stderr } = await check(name);
    const last = stdout.trim().split('\n').at(-1) ?? '';
    expect({ code, last }).toEqual({ code: 1, last: expect.stringMatching(`^ran ${name}\\b`) });
    expect(stderr).toContain(last.replace('ran ', '').trim());
  });
});

const jobs: Any[] = ['check.yml', 'audit.yml'].flatMap((file) =>
  Object.entries<Any>(read(`.github/workflows/${file}`).jobs).map(([id, job]) => ({
    file,
    id,
    ...job,
  })),
);

function commandsOf({ steps }: Any): string[] {
  return steps.flatMap(({ run: commands = '' }: Any) => commands.trim().split('\n'));
}

it.each(jobs)('$file: the last command of $id can find a mistake', (job) => {
  expect(commandsOf(job).at(-1)).not.toMatch(
    /^npm (ci|install|run (rename|dependencies))\b[^&;|]*$/,
  );
});

it('each script that tests or checks runs in a workflow', () => {
  const files = [...filesOf('.github/workflows/*.yml'), ...filesOf('.ci/*')];
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const missing = Object.entries(project.scripts)
    .filter(([name]) => /^(check|test)\b/.test(name))
    // npm test runs these files, too.
    .filter(([, command]) => !command.startsWith('vitest run test/'))
    .filter(([name]) => !RegExp(`\\bnpm (run )?${name}(?![:\\w])`).test(text));
  expect(missing).toEqual([]);
});

it('a job with a service of its own sends its tests there', () => {
  for (const { id, services = {}, env = {} } of jobs) {
    const ports = Object.values<Any>(services).flatMap(({ ports: all }) => all);
    const addresses = Object.values<string>(env).map((url) => new URL(url).port);
    expect(addresses, id).toEqual(ports.map((port: string) => port.split(':')[0]));
    for (const variable of Object.keys(env))
      expect(readFileSync('vitest.config.ts', 'utf8'), id).toContain(`'${variable}'`);
  }
});

const folders = filesOf('{,tools/*/}package-lock.json').map((file) => posix.dirname(file));

it('known vulnerabilities are looked for each week, also if nobody pushes', () => {
  expect(read('.github/workflows/audit.yml').on.schedule).toEqual([
    { cron: expect.stringMatching(/^\d+ \d+ \* \* \d$/) },
  ]);
  const commands = jobs.filter(({ file }) => file === 'audit.yml').flatMap(commandsOf);
  for (const folder of folders) {
    const audit = folder === '.' ? 'npm audit --audit-level' : `npm audit --prefix ${folder} `;
    expect(commands.join('\n')).toContain(audit);
  }
});

describe('Dependabot', () => {
  const { updates } = read('.github/dependabot.yml');

  it('looks at the packages of each lock file, at zizmor and at the actions, each week', () => {
    const locked = folders.map((folder) => `npm ${posix.join('/', folder)}`);
    const places = updates.map((one: Any) => `${one['package-ecosystem']} ${one.directory}`);
    expect(places.toSorted()).toEqual([...locked, 'github-actions /', 'pip /.github'].toSorted());
    for (const { schedule, cooldown } of updates) {
      expect(schedule).toEqual({ interval: 'weekly' });
      expect(cooldown['default-days']).toBeGreaterThanOrEqual(7);
    }
  });

  it('proposes no other major version of Node, because Lambda has the same', () => {
    const { ignore } = updates.find(({ directory }: Any) => directory === '/');
    const packages = Object.keys({ ...project.devDependencies, ...project.optionalDependencies });
    for (const name of packages.filter((one) => /^(node-|@types\/node$)/.test(one))) {
      const rules = ignore.filter((rule: Any) => posix.matchesGlob(name, rule['dependency-name']));
      expect(rules, name).toEqual([
        expect.objectContaining({ 'update-types': ['version-update:semver-major'] }),
      ]);
    }
  });
});
