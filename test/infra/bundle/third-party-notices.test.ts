import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thirdPartyNotices } from '../../../infra/bundle/third-party-notices.ts';
import lock from '../../../package-lock.json' with { type: 'json' };
import { functionFolder } from '../../synthesized.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const functions = ['CreatePlant', 'Authorize', 'Probe'];
interface Locked {
  readonly version: string;
  readonly license: string;
}

const words: Record<string, RegExp> = {
  'Apache-2.0': /Grant of Copyright License/,
  MIT: /Permission is hereby granted, free of charge/,
};

/** The notices in the bundle of a function: the packages, each with the section of its licence. */
function noticesIn(fn: string): Map<string, string> {
  const text = readFileSync(join(functionFolder(fn), 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  const titles = (section: string) => section.match(/^\S+ \d\S* \(.+\)$/gm) ?? [];
  return new Map(
    text.split(/^-{80}$/m).flatMap((section) => titles(section).map((title) => [title, section])),
  );
}

describe('the notices of a function', () => {
  it.each(functions)('%s name every package in its bundle, each above its licence', (fn) => {
    const { sources }: { sources: string[] } = JSON.parse(
      readFileSync(join(functionFolder(fn), 'handler.js.map'), 'utf8'),
    );
    const bundled = sources.flatMap((source) => {
      const [path = '', name] =
        /node_modules\/(?:.*node_modules\/)?((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
      const { version, license } = (lock.packages as Record<string, Locked>)[path] ?? {};
      return name === undefined ? [] : `${name} ${version} (${license})`;
    });
    const notices = noticesIn(fn);
    expect([...notices.keys()].toSorted()).toEqual([...new Set(bundled)].toSorted());
    for (const [title, section] of notices) {
      const [, license = ''] = /\((.+)\)/.exec(title) ?? [];
      expect(section, title).toMatch(words[license] ?? `words of ${license}`);
      expect(section, title).toMatch(/Copyright/);
    }
  });

  // Each package is code that runs with the rights of a function. Review it before you add it here.
  const middy = ['core', 'http-json-body-parser', 'util', 'validator'].map(
    (name) => `@middy/${name}`,
  );
  const ofSdk = [
    '@aws-sdk/client-dynamodb',
    '@aws-sdk/core',
    '@aws-sdk/dynamodb-codec',
    '@aws-sdk/lib-dynamodb',
    '@aws-sdk/util-dynamodb',
    '@aws/lambda-invoke-store',
    '@smithy/core',
    '@smithy/node-http-handler',
    '@smithy/signature-v4',
    '@smithy/types',
  ];
  it.each([
    ['CreatePlant', [...ofSdk, ...middy]],
    ['Authorize', ofSdk],
    ['Probe', ['aws4fetch']],
  ])('%s name only packages that somebody reviewed', (fn, reviewed) => {
    const names = [...noticesIn(fn).keys()].map((title) => title.split(' ')[0]);
    expect([...new Set(names)].toSorted()).toEqual(reviewed.toSorted());
  });
});

describe('a bundled package', () => {
  it('brings its licence and its other notices, also if it only names the licence', () => {
    const notices = noticesOf({ license: 'ISC' }, { 'LICENSE.md': 'Any use.', NOTICE: 'By us.' });
    expect(notices).toBe('small 1.0.0 (ISC)\n\nAny use.\n\nBy us.\n');
    const named = noticesOf({ license: 'MIT', author: { name: 'Us' } }, {});
    expect(named).toMatch(/^small 1\.0\.0 \(MIT\)\n\nMIT License\n\nCopyright \(c\) Us\n/);
  });

  const noText = 'comes without the text of its licence';
  it.each([
    [{ license: 'GPL-3.0-only' }, { LICENSE: 'Pay us.' }, 'its licence GPL-3.0-only is not an'],
    [{}, { LICENSE: 'Any use.' }, 'its licence none is not an allowed one'],
    [{ license: 'ISC', author: { name: 'Us' } }, {}, noText],
    [{ license: 'MIT' }, {}, noText],
    [{ license: 'MIT', author: {} }, {}, noText],
  ])('fails the build with %j and the files %j', (described, files, problem) => {
    expect(() => noticesOf(described, files)).toThrow(`small would be bundled, but ${problem}`);
  });
});

function noticesOf(described: object, files: Record<string, string>): string {
  const project = temporaryFolder();
  const folder = join(project, 'node_modules/small');
  mkdirSync(folder, { recursive: true });
  const description = JSON.stringify({ name: 'small', version: '1.0.0', ...described });
  for (const [name, text] of Object.entries({ 'package.json': description, ...files })) {
    writeFileSync(join(folder, name), text);
  }
  return thirdPartyNotices(['node_modules/small/index.js'], project);
}

it('a package of the lock file has a hash, or is inside of another one', () => {
  const { '': own, ...packages } = lock.packages;
  const all: { integrity?: string; inBundle?: boolean }[] = Object.values(packages);
  expect(all.length).toBeGreaterThan(100);
  for (const { integrity, inBundle } of all)
    expect(inBundle || integrity?.startsWith('sha512-')).toBe(true);
});
