import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { memoryMegabytes } from '../../infra/service-function.ts';
import { readSettings } from '../../infra/settings.ts';
import { storeDevelopmentTokens } from '../../tools/commands/development-token.ts';
import { targetOf } from '../../tools/contract/contract.ts';
import { startService } from '../../tools/local/local-service.ts';
import { contract, failureTable, operation } from '../../tools/test/setup/contract.ts';
import { filesOf, onWindows } from '../../tools/test/setup/system.ts';
import { documents, wrongIn } from './documents.ts';
import { readmeExample } from './readme-example.ts';

/** The anchor that GitHub makes of a heading. */
function anchorOf(heading: string): string {
  const text = heading.toLowerCase().replace(/[^\w -]/g, '');
  return text.replaceAll(' ', '-');
}

function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

/** The words and the target of each link within this repository. */
function linksOf(text: string) {
  const prose = text.replace(/^( *)```.*?^\1```$/gms, '');
  const links = prose.matchAll(/\[([^\]]*)\]\(((?!https?:|mailto:)[^)\s]+)\)/g);
  return [...links].map(([, words = '', link = '']) => ({ words, link }));
}

function leadsSomewhere(document: string, link: string): boolean {
  const [path, anchor] = link.split('#', 2);
  const target = path ? join(dirname(document), path) : document;
  if (!existsSync(target)) return false;
  return !anchor || anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
}

it('links lead to what exists', () => {
  const wrong = wrongIn((text, file) =>
    linksOf(text).flatMap(({ link }) => (leadsSomewhere(file, link) ? [] : link)),
  );
  expect(wrong).toEqual([]);
});

it('words lead to one place in a document, and the name of a heading to that heading', () => {
  const wrong = wrongIn((text, file) => {
    const links = linksOf(text);
    const placeOf = new Map(links.map(({ words, link }) => [words.toLowerCase(), link]));
    return links.flatMap(({ words, link }) => {
      const [path, anchor] = link.split('#');
      const target = path?.endsWith('.md') ? join(dirname(file), path) : file;
      const headings = anchorsOf(readFileSync(target, 'utf8').replace(/^# .+/, ''));
      const named = anchorOf(words);
      const isRight = !headings.includes(named) || [named, undefined].includes(anchor);
      return isRight && placeOf.get(words.toLowerCase()) === link ? [] : `[${words}](${link})`;
    });
  });
  expect(wrong).toEqual([]);
});

it.skipIf(onWindows)('the shell can parse all commands', () => {
  const faults = wrongIn((text) => {
    const blocks = text.matchAll(/^( *)```sh\n(.*?)^\1```/gms);
    const input = [...blocks].map(([, , lines]) => lines).join('\n');
    const { stderr } = spawnSync('bash', ['-n'], { input, encoding: 'utf8' });
    return stderr.split('\n').filter(Boolean);
  });
  expect(faults).toEqual([]);
});

it('files that are named exist', () => {
  const path =
    /(?<=`)[\w/.-]+\.(?:ts|json|ya?ml|md)(?=`)|(?<![\w/.@])(?:docs|functions|infra|tools|test|events)\/(?:[\w/.-]+\.\w+|[\w/-]+(?=`))/g;
  const files = filesOf('{*,{.github,docs,events,functions,infra,test,tools}/**/*}');
  const isThere = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name}`));
  const wrong = wrongIn((text) => (text.match(path) ?? []).filter((name) => !isThere(name)));
  expect(wrong.filter((name) => !/NAME|NNNN/.test(name))).toEqual([]);
});

it('the commands for tokens in RUNBOOK and SECURITY name a stack', () => {
  const ofOperators = documents.filter(({ file }) => /RUNBOOK|SECURITY/.test(file));
  const commands = ofOperators.flatMap(
    ({ text }) => text.match(/npm run .*token -- [^`\n]*/g) ?? [],
  );
  expect(commands.filter((command) => !command.includes('--stack '))).toEqual([]);
});

it('a stage is destroyed with the options of its deploy', () => {
  const wrong = wrongIn((text) => {
    const optionsOf = (command: string) =>
      text.match(RegExp(`(?<=cdk ${command} )-c stage=[\\w -]+=[\\w =-]*\\w`, 'g')) ?? [];
    const deployed: readonly string[] = optionsOf('deploy');
    return optionsOf('destroy').filter((options) => !deployed.includes(options));
  });
  expect(wrong).toEqual([]);
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

it('PROTOCOL.md leaves three states open after each answer that a client repeats', () => {
  const page = readFileSync('functions/create-plant/PROTOCOL.md', 'utf8');
  const rows = [...page.matchAll(/^\| (\d+) \| (.+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(0);
  for (const [row, answer, states = ''] of rows) {
    const { advice = '' } = failureTable.find(({ error }) => `${error}` === answer) ?? {};
    expect(states.split(', '), row).toHaveLength(/^retry\b/.test(advice) ? 3 : 1);
  }
  const [open = ''] = /^- After [^.]+/m.exec(page) ?? [];
  for (const { advice, error } of failureTable)
    expect(open.includes(`${error}`), `${error} in: ${open}`).toBe(/^retry\b/.test(advice));
});

it('docs/CLIENTS.md repeats after the answers of openapi.yaml that say so', () => {
  const [line = ''] = /^.*\b408\b.*$/m.exec(readFileSync('docs/CLIENTS.md', 'utf8')) ?? [];
  const statuses = Object.entries(operation.responses).flatMap(([status, answer]) =>
    /\bretry\b/.test(targetOf(contract, answer).description) ? status : [],
  );
  const codes = failureTable.flatMap(({ advice, error }) =>
    /^retry\b/.test(advice) ? `${error}` : [],
  );
  expect(line.match(/\b\d{3,4}\b/g)).toEqual([...statuses, ...codes]);
});

const readme = readFileSync('README.md', 'utf8');

it('README has the shares of a benchmark at the deployed size', () => {
  expect(readme).toMatch(new RegExp(`^\\| ${memoryMegabytes} (\\| [\\d.–]+ ){3}\\|$`, 'm'));
  expect(readme).toContain(`${memoryMegabytes} MB, as deployed`);
});

it("README shows the operation's chain as it is", () => {
  const source = readFileSync('functions/create-plant/create-plant.ts', 'utf8');
  const [chain = 'no chain'] = /^ {2}return middy\([\s\S]+?^ {4}\}\);$/m.exec(source) ?? [];
  const shown = chain.replace(/^ {2}/gm, '');
  expect(readme).toContain(`\`\`\`ts\n${shown}\n\`\`\``);
});

it("README's first request gets README's answer", async () => {
  const { path, headers, body, answer } = readmeExample();
  const { url, close } = await startService({ fill: storeDevelopmentTokens });
  onTestFinished(close);
  const answered = await fetch(url + path, { method: 'POST', headers, body });
  expect(`${answered.status} ${await answered.text()}`).toBe(`200 ${answer}`);
});
