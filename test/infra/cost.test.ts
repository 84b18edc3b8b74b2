import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { resourcesOf } from '../setup/synthesized.ts';

const page = readFileSync('docs/COST.md', 'utf8');

it('a month without a request costs what the documents say, within the limit', () => {
  const [, limit] = /at most ([\d.]+) dollars/.exec(page) ?? [];
  const [, table = ''] = /## A month without a request\n[^|]*((?:\|.*\n)+)/.exec(page) ?? [];
  const prices = [...table.matchAll(/^\| .+? \| ([\d.]+) \|/gm)].map(([, price]) => Number(price));
  const [, total = ''] = /\*\*together\*\* \| \*\*([\d.]+)\*\*/.exec(table) ?? [];
  expect(prices.reduce((sum, price) => sum + price).toFixed(2)).toBe(total);
  expect(Number(total), 'the limit in docs/COST.md').toBeLessThanOrEqual(Number(limit));
  expect(readFileSync('README.md', 'utf8')).toContain(`costs ${total} dollars a month`);

  // Only these have a value in each hour, so only they cost something without a request.
  const filters = JSON.stringify(resourcesOf('AWS::Logs::MetricFilter'));
  const always = [...(filters.match(/(?<="DefaultValue":0,"MetricName":")\w+/g) ?? [])].toSorted();
  const listed = always.map((name) => `\`${name}\``).join(', ');
  expect(table).toContain(`| ${always.length} metrics from logs: ${listed} |`);
  const alarms = JSON.stringify(resourcesOf('AWS::CloudWatch::Alarm'));
  expect(table).toContain(`| ${alarms.match(/"MetricStat"/g)?.length} alarm metrics |`);
});
