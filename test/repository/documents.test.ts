import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tokenDays } from '../../functions/service.ts';
import { readSettings } from '../../infra/settings.ts';
import { storeDevelopmentTokens } from '../../tools/commands/token/development-token.ts';
import { extensionDays } from '../../tools/commands/token/token-command.ts';
import { soonDays } from '../../tools/commands/token/token-list.ts';
import { startService } from '../../tools/local/local-service.ts';
import { anchorsOf } from '../../tools/test/setup/anchors.ts';
import { operation, resolved } from '../../tools/test/setup/contract.ts';
import { filesOf, onWindows } from '../../tools/test/setup/system.ts';
import { failureTable } from '../setup/documented-failures.ts';
import { shellBlocksOf, wrongIn } from './documents.ts';
import { readmeExample } from './readme-example.ts';

/** The targets within this repository to which a document has links. */
function linksOf(text: string): string[] {
  const prose = text.replace(/^( *)```.*?^\1```$/gms, '');
  return prose.match(/(?<=\[[^\]]*\]\()(?!https?:|mailto:)[^)\s]+(?=\))/g) ?? [];
}

function leadsSomewhere(document: string, link: string): boolean {
  const [path, anchor] = link.split('#', 2);
  const target = path ? join(dirname(document), path) : document;
  if (!existsSync(target)) return false;
  return !anchor || anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
}

it('links lead to what exists', () => {
  const wrong = wrongIn((text, file) =>
    linksOf(text).filter((link) => !leadsSomewhere(file, link)),
  );
  expect(wrong).toEqual([]);
});

it.skipIf(onWindows)('the shell can parse all commands', () => {
  const faults = wrongIn((text) => {
    const input = shellBlocksOf(text).join('\n');
    const { stderr } = spawnSync('bash', ['-n'], { input, encoding: 'utf8' });
    return stderr.split('\n').filter(Boolean);
  });
  expect(faults).toEqual([]);
});

it('a command for tokens that an operator pastes names a stack', () => {
  // Without --stack, it changes the store on this machine, and the leaked token stays valid.
  const wrong = wrongIn((text, file) => {
    const commands = text.match(/npm run .*token -- [^`\n]*/g) ?? [];
    const isForOperators = /RUNBOOK|SECURITY/.test(file);
    return commands.filter((command) => isForOperators && !command.includes('--stack '));
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
    value === undefined ? 'not set' : String(value),
  ]);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(settings));
});

it('docs/TOKENS.md has the days of functions/service.ts and of the command', () => {
  const page = readFileSync('docs/TOKENS.md', 'utf8');
  const days = [...page.matchAll(/\b(\d+) days\b/g)].map(([, number]) => Number(number));
  expect(new Set(days)).toEqual(new Set([tokenDays, soonDays, extensionDays]));
});

it('docs/CLIENTS.md repeats after the answers that openapi.yaml describes by the word "retry", and after no other', () => {
  const page = readFileSync('docs/CLIENTS.md', 'utf8');
  const paragraph = page.split('\n\n').find((text) => /\b408\b/.test(text)) ?? '';
  const statuses = Object.entries(operation.responses).map(([status, answer]) => {
    const { description } = resolved(answer);
    return { number: status, isRepeated: /\bretry\b/.test(description) };
  });
  const codes = failureTable.map(({ advice, error }) => {
    return { number: `${error}`, isRepeated: /^retry\b/.test(advice) };
  });
  for (const { number, isRepeated } of [...statuses, ...codes]) {
    const isNamed = RegExp(`\\b${number}\\b`).test(paragraph);
    const advice = `openapi.yaml ${isRepeated ? 'says' : 'does not say'} "retry" of ${number}`;
    expect(isNamed, advice).toBe(isRepeated);
  }
});

const readme = readFileSync('README.md', 'utf8');

it('README shows code of the functions as it is', () => {
  const unindented = (code: string) => code.replace(/^ +/gm, '');
  const sources = filesOf('functions/**/*.ts').map((file) =>
    unindented(readFileSync(file, 'utf8')),
  );
  const shown = [...readme.matchAll(/^```ts\n([\s\S]+?)^```$/gm)].map(([, code = '']) => code);
  expect(shown).not.toEqual([]);
  const isThere = (code: string) => sources.some((source) => source.includes(unindented(code)));
  expect(
    shown.filter((code) => !isThere(code)),
    'no file of functions has this',
  ).toEqual([]);
});

it("README's first request gets README's answer", async () => {
  const { path, headers, body, answer } = readmeExample();
  const { url, close } = await startService({ fill: storeDevelopmentTokens });
  onTestFinished(close);
  const answered = await fetch(url + path, { method: 'POST', headers, body });
  expect(`${answered.status} ${await answered.text()}`).toBe(`200 ${answer}`);
});
