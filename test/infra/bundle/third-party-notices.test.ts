import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thirdPartyNotices } from '../../../infra/bundle/third-party-notices.ts';
import { functionFolder, resourcesOf } from '../../synthesized.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

describe.each(Object.keys(resourcesOf('AWS::Lambda::Function')))('the notices of %s', (fn) => {
  const read = (file: string) => readFileSync(join(functionFolder(fn), file), 'utf8');
  const sections = read('THIRD-PARTY-NOTICES.txt').split(/^-{80}$/m);
  const titles = sections.flatMap((section) => section.match(/^\S+ \d\S* \(.+\)$/gm) ?? []);

  it('name every package in its bundle, only of known publishers, each above its licence', () => {
    const { sources }: { sources: string[] } = JSON.parse(read('handler.js.map'));
    const bundled = sources.flatMap(
      (source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [],
    );
    expect(bundled).not.toEqual([]);
    const named = titles.map((title) => title.split(' ')[0]);
    expect(new Set(named)).toEqual(new Set(bundled));
    for (const section of sections) expect(section).toMatch(/Copyright .{500}/s);
    // Their code runs with the rights of the function. Review another publisher before you add it here.
    for (const title of titles)
      expect(title).toMatch(/^(@(aws|aws-sdk|smithy|middy)\/|aws4fetch )/);
  });
});

describe('a bundled package', () => {
  it('brings its licence and its other notices, also if it only names the licence', () => {
    const notices = noticesOf({ license: 'ISC' }, { 'LICENSE.md': 'Any use.', NOTICE: 'By us.' });
    expect(notices).toBe('small 1.0.0 (ISC)\n\nAny use.\n\nBy us.\n');
    const named = noticesOf({ license: 'MIT', author: { name: 'Us' } }, {});
    expect(named).toMatch(/^small 1\.0\.0 \(MIT\)\n\nMIT License\n\nCopyright \(c\) Us\n/);
  });

  it.each([
    [{ license: 'GPL-3.0-only' }, { LICENSE: 'Pay us.' }, 'GPL-3.0-only is not an allowed one'],
    [{}, { LICENSE: 'Any use.' }, 'none is not an allowed one'],
    [{ license: 'ISC', author: { name: 'Us' } }, {}, 'without the text of its licence'],
    [{ license: 'MIT' }, {}, 'without the text of its licence'],
  ])('fails the build with %j and the files %j', (described, files, problem) => {
    expect(() => noticesOf(described, files)).toThrow(problem);
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
