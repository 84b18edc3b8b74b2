import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../command.ts';
import { filesOf } from '../../system.ts';

const documents = ['README.md', ...filesOf('{.github,docs,events,test}/*.md')];
const text = documents.map((document) => readFileSync(document, 'utf8')).join('\n');
// A command ends with its line, its code in a sentence, or before a comment or a pipe.
const ends = '\n`#|';

// Every entry that an npm script names, with an option that it does not have. Those of test/lab are in gates.test.ts.
describe.each([
  'tools/commands/generate.ts',
  'tools/commands/invoke/main.ts',
  'tools/commands/start/main.ts',
  'tools/commands/token/main.ts',
])('%s', (file) => {
  it('ends with 2 and one sentence for an unknown option', async () => {
    const { code, stdout, stderr } = await run(file, ['--unknown']).ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Unknown option '--unknown'\./);
  });

  it('prints its help, with each option that a document uses', async () => {
    const { code, stdout, stderr } = await run(file, ['--help']).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.length).toBeGreaterThan(50);
    const name = /commands\/(\w+)/.exec(file)?.[1];
    const uses = text.matchAll(new RegExp(`npm (?:run )?${name} -- ([^${ends}]+)`, 'g'));
    const options = [...uses].flatMap(([, words = '']) => words.match(/--[a-z][a-z-]+/g) ?? []);
    for (const option of options) expect(stdout).toContain(`${option} `);
    if (name === 'start' || name === 'token') expect(options.length).toBeGreaterThan(2);
  });
});

it('a help that nobody reads is not an error', async () => {
  const unread = run('tools/commands/generate.ts', ['--help'], { reads: false });
  expect(await unread.ended).toMatchObject({ stderr: '' });
});
