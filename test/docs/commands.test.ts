import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isToken } from '../../functions/authorize/token.ts';
import { generateToken } from '../../tools/commands/token/generate-token.ts';
import { resourcesOf, template } from '../synthesized.ts';
import { filesOf, onWindows } from '../system.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const documents = ['README.md', ...filesOf('{.github/SECURITY,docs/*}.md')];

/**
 * Runs all commands of a document in one shell, with stand-ins for the programs that they call. Returns each call of
 * the AWS CLI by its words, as the shell has expanded them, and what the shell itself refused.
 */
function run(document: string) {
  const text = readFileSync(document, 'utf8');
  const blocks = [...text.matchAll(/^( *)```sh\n(.*?)^\1```/gms)].map(([, , block]) => block);
  const inline = [...text.matchAll(/`(aws [a-z0-9]+ [^`\n]+)`/g)].map(([, command]) => command);
  const folder = mkdtempSync(join(temporaryFolder(), 'programs-'));
  const programs = {
    // A state that ends each wait, and for a scan something that differs by table.
    aws: `printf '%s\\t' "$@" >> "$CALLS"; echo >> "$CALLS"
      case $* in *TableStatus*) echo ACTIVE ;; *' scan '*) echo "$*" ;; *) echo an-answer ;; esac`,
    jq: 'cat',
    ...Object.fromEntries(['npm', 'npx', 'gh', 'curl', 'sleep'].map((name) => [name, ':'])),
  };
  for (const [name, lines] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  }
  const CALLS = join(folder, 'calls');
  writeFileSync(CALLS, '');
  const { stderr } = spawnSync('bash', ['--norc', '-c', [...blocks, ...inline].join('\n')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: `${folder}:${process.env['PATH']}`, CALLS },
    encoding: 'utf8',
  });
  const calls = readFileSync(CALLS, 'utf8').split('\t\n').filter(Boolean);
  return { stderr, calls: calls.map((line) => line.split('\t')) };
}

/** The words after each use of an option. */
function valuesOf(calls: readonly string[][], option: RegExp): string[] {
  return calls.flatMap((call) =>
    call.flatMap((word, at) => (option.test(call[at - 1] ?? '') ? [word] : [])),
  );
}

const alarms = ['AWS::CloudWatch::CompositeAlarm', 'AWS::CloudWatch::Alarm'].flatMap((type) =>
  Object.values(resourcesOf(type)).map(({ Properties }) => Properties['AlarmName']),
);

// The commands need bash.
describe.skipIf(onWindows)('the commands of the documents', () => {
  const ran = documents.map((document) => ({ document, ...run(document) }));
  const calls = ran.flatMap((one) => one.calls);

  it.each(ran)('of $document are right for the shell', ({ stderr }) => {
    expect(stderr).toBe('');
  });

  // A word of a new command: compare it with the reference of the AWS CLI, then add it to the list.
  it('use the operations and options of the AWS CLI, and the list has no others', () => {
    const general = ['--output', '--region'];
    const used = new Map<string, Set<string>>();
    for (const [service, ...words] of calls) {
      const name = [service, ...words.slice(0, words[0] === 'wait' ? 2 : 1)].join(' ');
      const options = words.flatMap((word, at) => {
        if (!/^--[a-z]/.test(word) || general.includes(word)) return [];
        return word === '--query' ? `${word}=${words[at + 1]}` : word;
      });
      used.set(name, new Set([...(used.get(name) ?? []), ...options]));
    }
    const lines = [...used].map(([name, options]) => [name, ...[...options].sort()].join(' '));
    const known = readFileSync('test/docs/aws-cli.txt', 'utf8').trim().split('\n');
    expect(lines.toSorted()).toEqual(known);
    expect(calls.length).toBeGreaterThan(70);
  });

  it('name what is in the template: resources, outputs, the alias, alarms', () => {
    const ids = valuesOf(calls, /^--logical-resource-id$/);
    expect(new Set(ids).size).toBeGreaterThan(3);
    for (const id of ids) expect(template.Resources).toHaveProperty(id);
    const outputs = valuesOf(calls, /^--query$/).flatMap(
      (query) => /OutputKey=='(\w+)'/.exec(query)?.[1] ?? [],
    );
    expect(new Set(outputs)).toEqual(new Set(['PlantsTableName', 'PlantsStreamArn', 'ProbeName']));
    for (const name of outputs) expect(template.Outputs).toHaveProperty(name);
    const ofAlias = calls.filter((call) => call[1]?.endsWith('-alias'));
    const names = Object.values(resourcesOf('AWS::Lambda::Alias')).map(
      ({ Properties }) => Properties['Name'],
    );
    expect(new Set(valuesOf(ofAlias, /^--name$/))).toEqual(new Set(names));
    const made = ['PlantStore-Dns', 'PlantStore-Lost-eu-central-1'];
    const watched = valuesOf(calls, /^--alarm-names?$/).filter((name) => !made.includes(name));
    expect(watched.length).toBeGreaterThan(4);
    for (const name of watched) expect(alarms).toContain(name.replace('-rehearsal', ''));
    const runbook = readFileSync('docs/RUNBOOK.md', 'utf8');
    const orphans = [...runbook.matchAll(/--orphan (\w+)/g)].map(([, id]) => id);
    expect(Object.keys(resourcesOf('AWS::Lambda::Alias'))).toEqual(expect.arrayContaining(orphans));
    expect(orphans).toHaveLength(1);
  });

  it('for alarms of Route 53 fire when the probe fails, and when a check is unhealthy', () => {
    const firesAt = calls
      .filter(([, operation]) => operation === 'put-metric-alarm')
      .map((call) => {
        const [statistic, threshold, comparison] = [
          'statistic',
          'threshold',
          'comparison-operator',
        ].map((option) => valuesOf([call], new RegExp(`^--${option}$`))[0]);
        // One error of many runs in a minute, or one bad minute of a check.
        const isAbove = comparison === 'GreaterThanThreshold';
        return { statistic, isAbove, threshold: Number(threshold) };
      });
    expect(firesAt).toEqual([
      { statistic: 'Sum', isAbove: true, threshold: 0 },
      { statistic: 'Minimum', isAbove: false, threshold: 1 },
    ]);
  });
});

it.each(['docs/TOKENS.md', '.github/SECURITY.md'])('%s has the pattern of a token', (document) => {
  const [, pattern = ''] = /`(plant_\[.+?\})`/.exec(readFileSync(document, 'utf8')) ?? [];
  const token = generateToken();
  expect(isToken(token)).toBe(true);
  expect(new RegExp(pattern).exec(`x${token}0`)?.[0]).toBe(token);
});
