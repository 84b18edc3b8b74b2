import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { resourcesOf } from '../../setup/synthesized.ts';

it('a month without a request costs what the documents say, and less than 6 dollars', () => {
  const cost = readFileSync('docs/COST.md', 'utf8');
  const [, table = ''] = /## A month without a request\n+((?:\|.*\n)+)/.exec(cost) ?? [];
  const prices = [...table.matchAll(/^\| .+? \| ([\d.]+) \|/gm)].map(([, price]) => Number(price));
  const [, total = ''] = /\*\*together\*\* \| \*\*([\d.]+)\*\*/.exec(table) ?? [];
  expect(prices.reduce((sum, price) => sum + price).toFixed(2)).toBe(total);
  expect(Number(total)).toBeLessThan(6);
  expect(readFileSync('README.md', 'utf8')).toContain(`costs ${total} dollars a month`);

  const alarms = JSON.stringify(resourcesOf('AWS::CloudWatch::Alarm'));
  const metrics = alarms.match(/"MetricStat"/g)?.length ?? 0;
  expect(table).toContain(`| ${metrics} alarm metrics | ${(metrics / 10).toFixed(2)} |`);
  expect(Object.keys(resourcesOf('AWS::CloudWatch::CompositeAlarm'))).toHaveLength(1);
});
