import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryMegabytes } from '../infra/service-function.ts';
import { readSettings } from '../infra/settings.ts';
import project from '../package.json' with { type: 'json' };
import { template } from './setup/synthesized.ts';
import { filesOf, onWindows } from './setup/system.ts';

// A document or a workflow can be reworded. These tests fail only if it leads nowhere, or names what is not there.
const documents = filesOf(
  '{{*,.github/*,{docs,events,functions,infra,test,tools}/**/*}.md,.github/workflows/*.yml}',
)
  .filter((file) => !file.includes('node_modules'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** The anchors that GitHub makes of headings. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

function leadsSomewhere(document: string, link: string): boolean {
  const [path, anchor] = link.split('#', 2);
  const target = path ? join(dirname(document), path) : document;
  if (!existsSync(target)) return false;
  return !anchor || anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
}

describe.each(documents)('$file', ({ file, text }) => {
  const [shell, prose] = [/^( *)```sh\n(.*?)^\1```/gms, text.replace(/^( *)```.*?^\1```$/gms, '')];
  const commands = [...text.matchAll(shell)].map(([, , lines]) => lines).join('\n');

  it('links to what exists', () => {
    const links = [...prose.matchAll(/\]\(((?!https?:|mailto:)[^)\s]+)\)/g)].map(
      ([, link]) => link,
    );
    expect(links.filter((link = '') => !leadsSomewhere(file, link))).toEqual([]);
  });

  it.skipIf(onWindows)('has commands that the shell can parse', () => {
    expect(spawnSync('bash', ['-n'], { input: commands, encoding: 'utf8' }).stderr).toBe('');
  });

  it('names scripts, settings, outputs and resources that exist', () => {
    const resources = Object.keys(template.Resources);
    const queries = Object.values(template.Resources).flatMap(({ Type, Properties }) =>
      Type === 'AWS::Logs::QueryDefinition' ? `${Properties?.['Name']}`.split('/').slice(1) : [],
    );
    const named = [
      [/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g, Object.keys(project.scripts)],
      [/ -c "?(\w+)=/g, Object.keys(readSettings({}))],
      [/(?:OutputKey==['`]|\$\(output )(\w+)/g, Object.keys(template.Outputs)],
      [/--logical-resource-id (\w+)/g, resources],
      [/\$\(physical (\w+)\)/g, resources],
      [/\b[Qq]uer(?:y|ies) `(?:PlantStore\/)?([\w-]+)`/g, queries],
      [/--orphan (\w+)/g, resources],
    ] as const;
    const wrong = named.flatMap(([pattern, known]) =>
      [...text.matchAll(pattern)].filter(([, name = '']) => !known.includes(name)),
    );
    expect(wrong.map(([words]) => words)).toEqual([]);
  });
});

it('docs/DEPLOY.md has a row for each setting of infra/settings.ts, with its default', () => {
  const page = readFileSync('docs/DEPLOY.md', 'utf8');
  const [, table = ''] = /^\| setting \| default .*\n\|---.*\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const rows = table.split('\n').flatMap((row) => {
    const [, names = '', defaults = ''] = row.split('|');
    const texts = defaults.replaceAll('`', '').trim().split(', ');
    return (names.match(/\w+/g) ?? []).map((name, index) => [name, texts[index] ?? texts[0]]);
  });
  const settings = Object.entries(readSettings({})).map(([name, value]) => [
    name,
    value === undefined || String(value) === '' ? 'none' : String(value),
  ]);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(settings));
});

it('README has the ratio that the last benchmark measured at the deployed size', () => {
  const bench = readFileSync('test/lab/bench/README.md', 'utf8');
  const row = new RegExp(`^\\| ${memoryMegabytes} \\| \\d+ \\| \\d+ \\| ([\\d.]+) `, 'm');
  const ratio = Number(row.exec(bench)?.[1]).toFixed(2);
  const sentence = `takes ${ratio} of the time of CDK's default bundling, at the deployed ${memoryMegabytes} MB`;
  expect(readFileSync('README.md', 'utf8')).toContain(sentence);
});
