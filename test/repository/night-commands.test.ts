import { expect, it } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { customDomain, resourcesOf, synthesizedWith, templatePath } from '../setup/synthesized.ts';
import { codeOf, shellBlocksOf, wrongIn } from './documents.ts';

// A name that is wrong in a command costs an operator minutes, at night. AWS then answers with an error that says
// nothing, or with nothing.

// The stack of production with each output.
const { template } = await synthesizedWith({
  ...customDomain,
  commit: 'abcdef0',
  repositoryUrl: 'https://github.com/example/plants',
});

function namesOf(type: string, property: string): string[] {
  return Object.values(resourcesOf(type, template)).map(
    ({ Properties }) => `${Properties[property]}`,
  );
}

const stackName = templatePath.replace(/.*[/\\]|\.template\.json$/g, '');
const functionNames = Object.keys(resourcesOf('AWS::Lambda::Function', template));
const parameters = Object.keys(Object(template).Parameters);
const alarmTypes = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'];

/** What a command can name, the words around the name, and the names that there are. NAME is for the reader to replace. */
const kinds: readonly (readonly [string, RegExp, readonly string[]])[] = [
  ['output', /(?<!--)\boutput (\w+)/g, Object.keys(template.Outputs)],
  [
    'logical id',
    /\bphysical (\w+)(?:.*# or (\w+))?/g,
    [...Object.keys(template.Resources), ...parameters],
  ],
  ['type', /\bresource ([\w:]+)/g, Object.values(template.Resources).map(({ Type }) => Type)],
  ['function', /\bname=(\w+)(?:.*# or (\w+))?|\bfor name in ([\w ]+);/g, functionNames],
  ['stack', /(?:\bstack=|--stack(?:-name)? )(?!NAME|STACK)(\w+)/g, [stackName]],
  ['alarm', /--alarm-names? ([\w-]+)/g, alarmTypes.flatMap((type) => namesOf(type, 'AlarmName'))],
  ['alias', /\balias\b.* --name (\w+)|--qualifier (\w+)/g, namesOf('AWS::Lambda::Alias', 'Name')],
  ['npm script', /\bnpm run (?:-\S+ )*([\w:]+)/g, Object.keys(project.scripts)],
];

it.each(kinds)('each %s in a command is there', (kind, pattern, names) => {
  const wrong = wrongIn((text) => {
    const commands = [...shellBlocksOf(text), ...codeOf(text)].join('\n');
    const found = [...commands.matchAll(pattern)].flatMap(([, ...groups]) =>
      groups.join(' ').split(' '),
    );
    const others = found.filter((name) => name !== '' && !names.includes(name));
    return others.map((name) => `there is no ${kind} ${name}`);
  });
  expect(wrong).toEqual([]);
});

it('each saved query that RUNBOOK names is there', () => {
  const saved = namesOf('AWS::Logs::QueryDefinition', 'Name').map((name) =>
    name.replace(/.*\//, ''),
  );
  const wrong = wrongIn((text, file) => {
    if (file !== 'docs/RUNBOOK.md') return [];
    const commands = shellBlocksOf(text).join('\n');
    // Other names with hyphens are those of commands, or what a command has made.
    const named = codeOf(text).filter((code) => /^[a-z]+(-[a-z]+)+$/.test(code));
    const others = named.filter((name) => !saved.includes(name) && !commands.includes(name));
    return others.map((name) => `there is no query ${name}`);
  });
  expect(wrong).toEqual([]);
});
