import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { filesOf } from '../system.ts';

const documents = filesOf('{*.md,.github/*.md,{docs,events,functions,infra,test,tools}/**/*.md}');

/** The anchors that GitHub makes of headings. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** A document's text without its blocks of code. */
function proseOf(text: string): string {
  return text.replace(/^( *)```.*?^\1```$/gms, '');
}

describe.each(documents)('%s', (document) => {
  const text = readFileSync(document, 'utf8');

  it('links to what exists', () => {
    for (const [, link = ''] of proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (link.startsWith('https://')) continue;
      const [file, anchor] = link.split('#', 2);
      const target = file ? join(dirname(document), file) : document;
      expect(existsSync(target), link).toBe(true);
      if (anchor) expect(anchorsOf(readFileSync(target, 'utf8')), link).toContain(anchor);
    }
  });

  it('names commands that exist', () => {
    const named = [...text.matchAll(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g)];
    for (const [, script = ''] of named) expect(Object.keys(project.scripts)).toContain(script);
  });

  it('names files that exist', () => {
    const paths = [
      ...proseOf(text).matchAll(/`((?:docs|functions|infra|test|tools|events)\/[\w./-]+)`/g),
    ];
    for (const [, path = ''] of paths) expect(existsSync(path), path).toBe(true);
  });
});
