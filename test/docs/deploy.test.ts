import { readFileSync } from 'node:fs';
import { DefaultStackSynthesizer } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../infra/settings.ts';
import { resourcesOf } from '../synthesized.ts';

interface Statement {
  readonly Action: string | string[];
  readonly Resource: string;
}

describe('DEPLOY.md', () => {
  const page = readFileSync('docs/DEPLOY.md', 'utf8');
  const workflow = readFileSync('.github/workflows/deploy.yml', 'utf8');
  const [, permissions] = [...page.matchAll(/```json\n(.*?)```/gs)].map(
    ([, json = '']): Statement[] => JSON.parse(json).Statement,
  );

  it('has a row for each setting, with its default', () => {
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

  it('names each variable and environment of the pipeline', () => {
    for (const [, name] of workflow.matchAll(/(?:vars\.|environment: )(\w+)/g)) {
      expect(page).toContain(`\`${name}\``);
    }
  });

  it('gives the permissions that the deploy and the token of the tests need, and no more', () => {
    const stack = 'PlantStore-staging';
    expect(workflow).toContain(`token -- create --client pipeline --expires 1h --stack ${stack})`);
    const calls = [...readFileSync('.ci/deploy', 'utf8').matchAll(/\baws ([a-z]+ [a-z-]+)/g)];
    expect(calls.map(([, call]) => call)).toEqual(['cloudformation describe-stacks']);
    const role = `role/cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-*`;
    const table = `table/${stack}-Tokens-*`;
    expect(permissions?.map(({ Action, Resource }) => [Action, Resource])).toEqual([
      ['sts:AssumeRole', `arn:aws:iam::ACCOUNT:${role}`],
      ['cloudformation:DescribeStacks', `arn:aws:cloudformation:*:ACCOUNT:stack/${stack}/*`],
      [['dynamodb:GetItem', 'dynamodb:PutItem'], `arn:aws:dynamodb:*:ACCOUNT:${table}`],
    ]);
  });

  it('reads the subscribers of alarms that exist', () => {
    const [, names = ''] = /for alarm in (.+); do/.exec(page) ?? [];
    const alarms = ['AWS::CloudWatch::CompositeAlarm', 'AWS::CloudWatch::Alarm'].flatMap((type) =>
      Object.values(resourcesOf(type)).map(({ Properties }) => Properties['AlarmName']),
    );
    for (const name of names.split(' ')) {
      expect(alarms).toContain(`PlantStore-${name}`);
    }
  });
});
