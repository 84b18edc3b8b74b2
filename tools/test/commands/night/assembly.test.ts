import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { routes, tables } from '../../../../functions/service.ts';
import { template } from '../../../../test/setup/synthesized.ts';
import { checkAssembly, readAssembly } from '../../../commands/night/by-hand/assembly.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

/** Checks what the CDK has made in place of the template that is deployed. */
function check(
  made: object,
  mayGo: readonly string[] = [],
  metadata: object = {},
  stageName = 'production',
) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'cdk.out'));
  const file = (kind: string) => join(folder, 'cdk.out', `PlantStore.${kind}.json`);
  writeFileSync(file('template'), JSON.stringify(made));
  writeFileSync(file('metadata'), JSON.stringify(metadata));
  checkAssembly({ stageName, template }, readAssembly(folder, 'PlantStore'), mayGo);
}

function withResource(id: string, resource: object | undefined) {
  return { ...template, Resources: { ...template.Resources, [id]: resource } };
}

const nobodyIsCalled = { data: 'Nobody … [ack: nobody-is-called]' };

it('accepts what is deployed, with one more resource', () => {
  check(withResource('Other', { Type: 'AWS::SQS::Queue', Properties: {} }));
});

it('removes the version of a function, and a resource that somebody names', () => {
  const { Resources } = template;
  const named = 'AWS::CloudWatch::CompositeAlarm';
  const isLeft = (type: string) => type !== 'AWS::Lambda::Version' && type !== named;
  const left = Object.entries(Resources).filter(([, { Type }]) => isLeft(Type));
  const alarms = Object.keys(Resources).filter((id) => Resources[id]?.Type === named);
  check({ ...template, Resources: Object.fromEntries(left) }, alarms);
});

it('refuses to replace a resource by one of another type', () => {
  const [{ functionName }] = routes;
  const made = withResource(functionName, { Type: 'AWS::SQS::Queue', Properties: {} });
  expect(() => check(made)).toThrow(`${functionName} (AWS::Lambda::Function)`);
});

it.each(Object.keys(tables))(
  'refuses to remove the table %s, also if somebody names it',
  (table) => {
    expect(() => check(withResource(table, undefined), [table])).toThrow(table);
  },
);

it('refuses a production whose alarms nobody gets, but no other stage', () => {
  expect(() => check(template, [], nobodyIsCalled)).toThrow('alarmEmail');
  check(template, [], nobodyIsCalled, 'staging');
});

it('refuses a commit that makes another stack', () => {
  expect(() => readAssembly(temporaryFolder(), 'PlantStore')).toThrow('PlantStore');
});
