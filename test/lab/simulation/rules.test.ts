import { expect, it } from 'vitest';
import { fullOrShort } from '../../full-or-short.ts';
import { template } from '../../synthesized.ts';
import { synthesizedWith } from '../../synthesized-with.ts';
import { alarmsOf, type MetricAlarm } from './alarms.ts';
import { mutantsOf } from './mutants.ts';
import { observed, rulesOf } from './rules.ts';

const rules = rulesOf(template);

it.each(rules)('$says', (rule) => {
  expect(observed(template, rule)).toEqual(rule.expects);
});

it('a certificate that ends within 30 days, or is not counted any more, is a ticket', () => {
  const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-1234';
  const settings = { domainName: 'plants.example.com', certificateArn };
  const withDomain = synthesizedWith(settings).getStackByName('PlantStore').template;
  const alarms = [...alarmsOf(withDomain).values()];
  const alarm = alarms.find(({ name }) => name === 'CertificateExpires') as MetricAlarm;
  const isBad = (days: number) => alarm.isBreaching(Number(alarm.formula([days])));
  expect([isBad(30), isBad(29)]).toEqual([false, true]);
  expect(alarm).toMatchObject({ calls: 'ticket', reportsEnd: true, missingIsBreaching: true });
  // AWS counts the days twice a day.
  expect(alarm).toMatchObject({ period: 24 * 60, needed: 1, of: 1 });
  expect(alarm.metrics).toEqual([
    { metric: 'AWS/CertificateManager DaysToExpiry', stat: 'Minimum' },
  ]);
});

it('every change of a definition breaks a rule', () => {
  const mutants = mutantsOf(template);
  expect(mutants.length).toBeGreaterThan(400);
  const every = fullOrShort({ full: 1, short: 23 });
  const alive = mutants
    .filter((_, index) => index % every === 0)
    .filter(({ alarm, template: changed }) => {
      // The likely ones first.
      const [about = [], others = []] = [true, false].map((is) =>
        rules.filter(({ expects }) => alarm in expects === is),
      );
      return [...about, ...others].every((rule) => isSame(observed(changed, rule), rule.expects));
    });
  expect(alive.map(({ says }) => says)).toEqual([]);
});

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
