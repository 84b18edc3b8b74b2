import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thirdPartyNotices } from '../../../../infra/stack/bundle/third-party-notices.ts';
import { publish } from '../../../lab/prove/figure.ts';
import { functionFolder } from '../../../synthesized.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

const functions = ['CreatePlant', 'Authorize', 'VerifyRelease'];
const words: Record<string, RegExp> = {
  'Apache-2.0': /Grant of Copyright License/,
  MIT: /Permission is hereby granted, free of charge/,
};

/** By the sources of its map: not how the notices are made. */
function packagesIn(fn: string) {
  const map = JSON.parse(readFileSync(join(functionFolder(fn), 'handler.js.map'), 'utf8'));
  const folders = (map.sources as string[])
    .filter((source) => source.startsWith('node_modules/'))
    .map((source) => packageFolder(dirname(source)));
  return [...new Set(folders)].map((folder) =>
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
}

/** The nearest folder above a file that describes a package with a name and a version. */
function packageFolder(folder: string): string {
  try {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (name !== undefined && version !== undefined) return folder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return packageFolder(dirname(folder));
}

describe('the notices beside a function', () => {
  it.each(functions)('%s name every package in its bundle, each above its licence', (fn) => {
    const text = readFileSync(join(functionFolder(fn), 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    const sections = text.split(/^-{80}$/m);
    const packages = packagesIn(fn);
    expect(packages.length).toBeGreaterThan(0);
    for (const { name, version, license } of packages) {
      const title = `${name} ${version} (${license})`;
      const [section = '', ...others] = sections.filter((one) => one.split('\n').includes(title));
      expect(section, title).toMatch(words[license] ?? `words of ${license}`);
      expect(section, title).toMatch(/Copyright/);
      expect(others, title).toEqual([]);
    }
    publish({
      part: 'supply chain',
      claim: `Every package in ${fn}'s bundle has its licence beside it, an allowed one`,
      figure: `${packages.length} packages`,
    });
  });

  it('do not depend on the order in which a bundle is made', () => {
    const files = ['node_modules/@middy/core/index.js', 'node_modules/obliterator/foreach.js'];
    const notices = thirdPartyNotices(bundleOf(...files));
    expect(thirdPartyNotices(bundleOf(...files.toReversed()))).toBe(notices);
    expect(notices).toMatch(/^@middy\/core [\d.]+ \(MIT\)\n\nMIT License\n\n/);
    expect(notices).toContain('Copyright (c) Middy contributors\n');
  });

  it('are empty for a bundle of our own code', () => {
    expect(thirdPartyNotices(bundleOf('functions/authorize/bearer.ts'))).toBe('');
  });
});

describe('a package to be bundled', () => {
  it('brings its licence, and whatever else it gives notice of', () => {
    const notices = noticesOf({ license: 'ISC' }, { 'LICENSE.md': 'Any use.', NOTICE: 'By us.' });
    expect(notices).toBe('small 1.0.0 (ISC)\n\nAny use.\n\nBy us.\n');
  });

  it.each(['GPL-3.0-only', 'UNLICENSED', 'SEE LICENSE IN LICENSE', undefined])(
    'fails the build under the licence %s',
    (license) => {
      expect(() => noticesOf({ license }, { LICENSE: 'Pay us.' })).toThrow(
        `small would be bundled, but its licence ${license ?? 'none'} is not an allowed one`,
      );
    },
  );

  it.each([{ license: 'ISC' }, { license: 'MIT' }, { license: 'MIT', author: {} }])(
    'fails the build with %j and no words to go with it',
    (described) => {
      expect(() => noticesOf(described, {})).toThrow(
        'small would be bundled, but comes without the text of its licence',
      );
    },
  );
});

function bundleOf(...files: string[]) {
  return {
    outputs: { 'handler.js': { inputs: Object.fromEntries(files.map((file) => [file, {}])) } },
  };
}

function noticesOf(described: object, files: Record<string, string>): string {
  const project = temporaryFolder();
  const folder = join(project, 'node_modules/small');
  mkdirSync(folder, { recursive: true });
  const description = JSON.stringify({ name: 'small', version: '1.0.0', ...described });
  for (const [name, text] of Object.entries({ 'package.json': description, ...files })) {
    writeFileSync(join(folder, name), text);
  }
  return thirdPartyNotices(bundleOf('node_modules/small/index.js'), project);
}
