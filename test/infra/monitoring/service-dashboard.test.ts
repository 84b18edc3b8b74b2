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

it('the list of alarms has each one that calls somebody or rolls a release back', () => {
  const composites = resourcesOf('AWS::CloudWatch::CompositeAlarm');
  const rules = JSON.stringify(composites);
  const others = Object.keys(resourcesOf('AWS::CloudWatch::Alarm'));
  const { alarms = [] } = graphs().find(({ title }) => title === 'Alarms') ?? {};
  expect(alarms.toSorted()).toEqual(
    [...Object.keys(composites), ...others.filter((id) => !rules.includes(`"${id}"`))].toSorted(),
  );
});

it('each line of a graph has its own metric', () => {
  // The CDK leaves out a metric that its graph has already, whatever its label is.
  const lines = graphs().flatMap(({ metrics }) => metrics?.length ?? []);
  const live = liveFunctions.length;
  expect(lines).toEqual([4, 3, live, 2, 1 + 2 * live, 5, 1]);
});
