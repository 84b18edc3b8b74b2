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

/** Rooms and packages that a file imports, each under the name that the table uses. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(specifier)]
    .map(([, module, url]) => module ?? url ?? '')
    .filter((name) => !name.startsWith('node:') && !/^https?:/.test(name))
    .map((name) => {
      if (!/^\.|\.[cm]?[jt]s$/.test(name))
        return name.split('/', name[0] === '@' ? 2 : 1).join('/');
      const path = posix.join(posix.dirname(file), name);
      return path === base ? base : (roomOf(path) ?? path);
    });
}

const sources = filesOf('{functions,infra,tools}/**/*.{ts,mjs,cjs}');

it.each(sources)('%s imports only what its room may', (file) => {
  const may = rooms.get(roomOf(file) ?? '') ?? [];
  expect(importsOf(file).filter((name) => !may.includes(name))).toEqual([]);
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
