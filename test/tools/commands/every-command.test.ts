import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { run } from '../../setup/command.ts';
import { filesOf } from '../../setup/system.ts';

const documents = ['README.md', ...filesOf('{.github,docs,events,test}/*.md')];
const text = documents.map((document) => readFileSync(document, 'utf8')).join('\n');

it.each(filesOf('tools/commands/{*/main,generate,plants}.ts'))(
  '%s prints its help, with each option that a document uses',
  async (file) => {
    const { code, stdout, stderr } = await run(file, ['--help']).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [, name] = /commands\/(\w+)/.exec(file) ?? [];
    // A command ends with its line, its code in a sentence, or before a comment or a pipe.
    const uses = text.matchAll(new RegExp(`npm (?:run )?${name} -- ([^\n\`#|]+)`, 'g'));
    const options = [...uses].flatMap(([, words = '']) => words.match(/--[a-z][a-z-]+/g) ?? []);
    for (const option of options) expect(stdout).toContain(`${option} `);
  },
);
