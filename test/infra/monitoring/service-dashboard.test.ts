import { expect, it } from 'vitest';
import { liveFunctions, resourceOf, resourcesOf, template } from '../../setup/synthesized.ts';

interface Graph {
  readonly title?: string;
  readonly alarms?: readonly string[];
  readonly metrics?: readonly unknown[];
}

/** What the widgets show, as CloudWatch gets it, with ids in place of references. */
function graphs(): readonly Graph[] {
  const { DashboardBody } = resourceOf('AWS::CloudWatch::Dashboard', template).Properties;
  const parts: readonly unknown[] = Object(DashboardBody)['Fn::Join'][1];
  const text = parts.map((part) =>
    typeof part === 'string' ? part : (Object(part).Ref ?? Object(part)['Fn::GetAtt'][0]),
  );
  const { widgets } = JSON.parse(text.join(''));
  return widgets.map(({ properties }: { properties: Graph }) => properties);
}

it('shows each alarm', () => {
  const { alarms = [] } = graphs().find(({ title }) => title === 'Alarms') ?? {};
  const all = ['Alarm', 'CompositeAlarm'].flatMap((type) =>
    Object.keys(resourcesOf(`AWS::CloudWatch::${type}`)),
  );
  expect(alarms.toSorted()).toEqual(all.toSorted());
});

it('shows each function of clients, and each operation on a table that its role allows', () => {
  const shown = JSON.stringify(graphs());
  for (const fn of liveFunctions) {
    expect(shown).toContain(`"AWS/Lambda","Errors","FunctionName","${fn}"`);
    const role = Object(template.Resources[fn]?.Properties['Role'])['Fn::GetAtt'][0];
    const rights = JSON.stringify(template.Resources[role]?.Properties['Policies']);
    const granted = [...rights.matchAll(/"dynamodb:(\w+)".+?"Resource":{"Fn::GetAtt":\["(\w+)"/g)];
    expect(granted.length, fn).toBeGreaterThan(0);
    for (const [, operation, table] of granted)
      expect(shown).toContain(`"Operation","${operation}","TableName","${table}"`);
  }
});
