import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { filesOf } from './system.ts';

/** CONTRIBUTING's table is the rule: a room may import itself, the base and the names in its last column. */
const base = 'infra/base.ts';
const document = readFileSync('.github/CONTRIBUTING.md', 'utf8');
const rows = [...document.matchAll(/^\| `([\w/.-]+)` \|.*\| ([^|]+) \|$/gm)];
const rooms = new Map(
  rows.map(([, room = '', names = '']) => [
    room,
    [room, base, ...[...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)],
  ]),
);

function roomOf(path: string): string | undefined {
  const around = [...rooms.keys()].filter((room) => path === room || path.startsWith(`${room}/`));
  return around.toSorted((a, b) => b.length - a.length)[0];
}

const specifier =
  /(?:\bfrom |\bimport\(|^import |\brequire\()'([^'\n]+)'|\bnew URL\('([^'\n]+)', import\.meta\.url/gm;

/** The files and packages that a file imports. */
function modulesOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(specifier)]
    .map(([, module, url]) => module ?? url ?? '')
    .filter((name) => !name.startsWith('node:') && !/^https?:/.test(name))
    .map((name) =>
      /^\.|\.[cm]?[jt]s$/.test(name)
        ? posix.join(posix.dirname(file), name)
        : name.split('/', name[0] === '@' ? 2 : 1).join('/'),
    );
}

/** Rooms and packages that a file imports, each under the name that the table uses. */
function importsOf(file: string): string[] {
  return modulesOf(file).map((name) => (name === base ? base : (roomOf(name) ?? name)));
}

const sources = filesOf('{functions,infra,tools}/**/*.{ts,mjs,cjs}');

it.each(sources)('%s imports only what its room may', (file) => {
  const may = rooms.get(roomOf(file) ?? '') ?? [];
  expect(importsOf(file).filter((name) => !may.includes(name))).toEqual([]);
});

it.each(filesOf('tools/local/**/*.ts'))('%s contains nothing about plants', (file) => {
  const code = readFileSync(file, 'utf8').replace(/\/\/ .*|\/\*\*[\s\S]*?\*\//g, '');
  expect(code).not.toMatch(/plants|plant-store/i);
});

it('has one door to the local service', () => {
  const outside = sources.filter((file) => !file.startsWith('tools/local/'));
  const doors = outside
    .flatMap(modulesOf)
    .filter((name) => /^tools\/local\/[\w-]+\.ts$/.test(name));
  expect(doors.length).toBeGreaterThan(3);
  expect([...new Set(doors)]).toEqual(['tools/local/local.ts']);
});

it('has a base that imports nothing', () => {
  expect(importsOf('infra/app.ts')).toContain(base);
  expect(importsOf(base)).toEqual([]);
});

it('has a row for each room, and no other', () => {
  const used = new Set(sources.map((file) => roomOf(file)));
  expect([...used].toSorted()).toEqual([...rooms.keys()].toSorted());
});

it('has no circle of rooms', () => {
  const above = (room: string, path: readonly string[] = []): string[][] =>
    path.includes(room)
      ? [[...path, room]]
      : (rooms.get(room) ?? [])
          .filter((name) => name !== room && rooms.has(name))
          .flatMap((name) => above(name, [...path, room]));
  expect([...rooms.keys()].flatMap((room) => above(room))).toEqual([]);
});
