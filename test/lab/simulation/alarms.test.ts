import { expect, it } from 'vitest';
import { type Resource, template } from '../../synthesized.ts';
import { alarmsOf } from './alarms.ts';
import { readings, serviceOf, simulate } from './simulate.ts';

/** The template with other properties of one alarm. */
function changed(name: string, properties: Resource['Properties']) {
  const Resources = Object.entries(template.Resources).map(([id, resource]) => {
    const isIt = resource.Properties['AlarmName'] === `PlantStore-${name}`;
    const Properties = { ...resource.Properties, ...(isIt && properties) };
    return [id, { ...resource, Properties }];
  });
  return { ...template, Resources: Object.fromEntries(Resources) };
}

function metric(Stat: string) {
  const Metric = { Namespace: 'X', MetricName: 'Y' };
  return { Metrics: [{ Id: 'a', MetricStat: { Period: 60, Stat, Metric } }] };
}

it.each([
  ['NearThrottle', { ComparisonOperator: 'GreaterThanUpperThreshold' }, 'GreaterThanUpper'],
  ['NearThrottle', { TreatMissingData: 'ignore' }, 'ignore'],
  ['NearThrottle', { EvaluationWindow: { WallClockWindow: {} } }, 'WallClockWindow'],
  ['NearThrottle', { ActionsEnabled: false }, 'ActionsEnabled'],
  ['NearThrottle', { AlarmActions: [{ Ref: 'CreatePlant' }] }, 'Not a topic'],
  ['NearThrottle', metric('Average'), 'Average'],
  ['Slow', { AlarmRule: { 'Fn::Join': ['', ['OK("A")']] } }, 'Unknown in a rule: OK'],
])('refuses an alarm that it would not evaluate as AWS does: %s, %j', (name, others, sentence) => {
  expect(() => alarmsOf(changed(name, others))).toThrow(sentence);
});

it('refuses a metric that it does not know', () => {
  const service = serviceOf(changed('NearThrottle', metric('Sum')));
  const at = () => ({ perSecond: 1, shares: {} });
  const run = { seed: 1, minutes: 1, readings, at };
  expect(() => simulate(service, run, () => true)).toThrow('Unknown metric X Y');
});
