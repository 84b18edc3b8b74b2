import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { filesOf } from './system.ts';

/** What each room may import beside itself; .github/CONTRIBUTING.md says why. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'functions/authorize': ['functions/shared'],
  'functions/create-plant': ['functions/shared'],
  'functions/shared': [],
  'functions/verify-release': ['functions/shared'],
  'infra/bundle': [],
  'infra/commands': [
    'functions/authorize',
    'functions/create-plant',
    'functions/shared',
    'functions/verify-release',
    'infra/bundle',
    'infra/contract',
    'infra/cost',
    'infra/emulator',
    'infra/emulator/gateway',
    'infra/emulator/lambda',
    'infra/emulator/tables',
    'infra/emulator/template',
    'infra/monitoring',
    'infra/stack',
    'infra/terminal',
  ],
  'infra/contract': ['infra/terminal'],
  'infra/cost': [],
  'infra/emulator': ['infra/terminal'],
  'infra/emulator/gateway': ['infra/emulator/lambda', 'infra/emulator/template', 'infra/terminal'],
  'infra/emulator/lambda': ['infra/emulator/template', 'infra/terminal'],
  'infra/emulator/tables': ['infra/emulator/template', 'infra/terminal'],
  'infra/emulator/template': ['infra/terminal'],
  'infra/monitoring': [
    'functions/authorize',
    'functions/create-plant',
    'functions/shared',
    'functions/verify-release',
  ],
  'infra/stack': [
    'functions/authorize',
    'functions/create-plant',
    'functions/shared',
    'functions/verify-release',
    'infra/bundle',
    'infra/monitoring',
    'infra/terminal',
  ],
  'infra/terminal': [],
};
const rooms = Object.keys(mayImport);

const project = mkdtempSync(join(tmpdir(), 'plant-store-walls-'));
afterAll(() => rmSync(project, { recursive: true }));

/** For each pair of rooms, a file in one that imports the other. A room and a room inside it count as one. */
const imports = rooms.flatMap((from) =>
  rooms
    .filter((to) => !`${from}/`.startsWith(`${to}/`) && !`${to}/`.startsWith(`${from}/`))
    .map((to) => ({ from, to, file: `${from}/imports-${to.replaceAll('/', '-')}.ts` })),
);

/** The files in which the linter refuses an import. */
function refused(): string[] {
  for (const file of ['biome.json', 'test/declared-functions.grit']) {
    cpSync(file, join(project, file));
  }
  for (const { from, to, file } of imports) {
    mkdirSync(join(project, dirname(file)), { recursive: true });
    writeFileSync(
      join(project, file),
      `export { any } from '${posix.relative(from, to)}/any.ts';\n`,
    );
  }
  const biome = join(process.cwd(), 'node_modules/@biomejs/biome/bin/biome');
  const only = ['--vcs-enabled=false', '--only=style/noRestrictedImports'];
  const args = [biome, 'lint', ...only, '--max-diagnostics=none', '--reporter=json'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: readonly { readonly location: { readonly path: string } }[];
  };
  return diagnostics.map(({ location }) => location.path.replaceAll('\\', '/'));
}

it('lets a room import no other than it may', () => {
  const forbidden = imports.filter(({ from, to }) => !mayImport[from]?.includes(to));
  expect(refused().toSorted()).toEqual(forbidden.map(({ file }) => file).toSorted());
});

it('has a wall for each folder', () => {
  const entries = filesOf('{functions,infra,infra/emulator}/*');
  const folders = entries.filter((path) => !path.endsWith('.ts'));
  expect(folders.toSorted()).toEqual(rooms.toSorted());
});
