import { expect, it } from 'vitest';
import { readSettings } from '../../../infra/settings.ts';
import project from '../../../package.json' with { type: 'json' };
import { cloudshellCommands } from '../../../tools/commands/night/bundle/cloudshell-commands.ts';
import { nightCommands } from '../../../tools/commands/night/night-command.ts';
import { night } from '../../../tools/test/commands/night/run-night.ts';
import { slow } from '../../../tools/test/setup/slow.ts';
import {
  optionalSettings,
  resourcesOf,
  synthesizedWith,
  templatePath,
} from '../../setup/synthesized.ts';
import { codeOf, shellBlocksOf, wrongIn } from '../documents.ts';

// A name that is wrong in a command costs an operator minutes, at night. AWS then answers with an error that says
// nothing, or with nothing.

const { template } = await synthesizedWith(optionalSettings);

function namesOf(type: string, property: string): string[] {
  return Object.values(resourcesOf(type, template)).map(
    ({ Properties }) => `${Properties[property]}`,
  );
}

const stackName = templatePath.replace(/.*[/\\]|\.template\.json$/g, '');
const functionNames = Object.keys(resourcesOf('AWS::Lambda::Function', template));
const alarmTypes = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'];

/** What a command can name, the words around the name, and the names that there are. NAME is for the reader to replace. */
const kinds: readonly (readonly [string, RegExp, readonly string[]])[] = [
  [
    'command of the night',
    /\bnight(?:\.mjs| --) ([\w-]+)/g,
    [...nightCommands, ...Object.keys(cloudshellCommands)],
  ],
  [
    'table',
    /\brestore-table (\w+)/g,
    Object.keys(resourcesOf('AWS::DynamoDB::GlobalTable', template)),
  ],
  ['output', /OutputKey=='(\w+)'/g, Object.keys(template.Outputs)],
  ['type', /ResourceType=='([\w:]+)'/g, Object.values(template.Resources).map(({ Type }) => Type)],
  ['function', /\broll-back (\w+)|\bnight -- log (?!requests\b)(\w+)/g, functionNames],
  ['stack', /--stack(?:-name)? (?!NAME|STACK)(\w+)/g, [stackName]],
  [
    'alarm',
    RegExp(`--alarm-names? (?:${stackName}-)?(?:rehearsal-)?([\\w-]+)`, 'g'),
    alarmTypes.flatMap((type) =>
      namesOf(type, 'AlarmName').map((name) => name.replace(`${stackName}-`, '')),
    ),
  ],
  [
    'saved query',
    /(?<!-)\bquery ([a-z-]+)/g,
    namesOf('AWS::Logs::QueryDefinition', 'Name').map((name) => name.replace(/.*\//, '')),
  ],
  ['setting', / -c (?!key=)(\w+)=/g, Object.keys(readSettings({}))],
  ['npm script', /\bnpm run (?:-\S+ )*([\w:]+)/g, Object.keys(project.scripts)],
];

it.each(kinds)('each %s in a command is there', (kind, pattern, names) => {
  const wrong = wrongIn((text) => {
    const found = [...commandsOf(text).matchAll(pattern)].flatMap(([, ...groups]) =>
      groups.join(' ').split(' '),
    );
    const others = found.filter((name) => name !== '' && !names.includes(name));
    return others.map((name) => `there is no ${kind} ${name}`);
  });
  expect(wrong).toEqual([]);
});

/** All commands of a document, without the sentences in their comments. */
function commandsOf(text: string): string {
  const commands = [...shellBlocksOf(text), ...codeOf(text)].join('\n');
  return commands.replaceAll(/^ *# .*/gm, '').replaceAll(/\\\n */g, '');
}

it('each command of the night has only options that it knows', slow, async () => {
  const lines = new Set<string>();
  wrongIn((text) => {
    for (const [, line = ''] of commandsOf(text).matchAll(/\bnight -- ([a-z].*)/g)) lines.add(line);
    return [];
  });
  expect(lines.size).toBeGreaterThan(0);
  for (const line of lines) {
    const { code, notes } = await night(`${line} --help`);
    expect({ line, code, notes }).toEqual({ line, code: 0, notes: '' });
  }
});
