import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { resourcesOf } from '../setup/synthesized.ts';

const page = readFileSync('docs/COST.md', 'utf8');

it('a month without a request costs what docs/COST.md and README say, within the limit', () => {
  const tables = (page.match(/(?:^\|.*\n)+/gm) ?? []).filter((one) => one.includes('together'));
  const totals = tables.map((rows) => {
    const prices = [...rows.matchAll(/^\| [^*|]+ \| ([\d.]+) \|/gm)].map(([, price]) =>
      Number(price),
    );
    const [, sum = ''] = /\*\*together\*\* \| \*\*([\d.]+)\*\*/.exec(rows) ?? [];
    expect(prices.reduce((one, other) => one + other).toFixed(2), 'docs/COST.md: together').toBe(
      sum,
    );
    return sum;
  });
  const [table = '', total] = [tables[0], totals[0]];
  const [, limit] = /at most ([\d.]+) dollars/.exec(page) ?? [];
  expect(Number(total), 'the limit in docs/COST.md').toBeLessThanOrEqual(Number(limit));
  expect(readFileSync('README.md', 'utf8')).toContain(`costs ${total} dollars a month`);

  // Only these have a value in each hour, so only they cost something without a request.
  const filters = JSON.stringify(resourcesOf('AWS::Logs::MetricFilter'));
  const always = [...(filters.match(/(?<="DefaultValue":0,"MetricName":")\w+/g) ?? [])].toSorted();
  const listed = always.map((name) => `\`${name}\``).join(', ');
  const ofLogs = (always.length * 0.3).toFixed(2);
  expect(table).toContain(`| ${always.length} metrics from logs: ${listed} | ${ofLogs} |`);
  const alarms = JSON.stringify(resourcesOf('AWS::CloudWatch::Alarm'));
  const count = alarms.match(/"MetricStat"/g)?.length ?? 0;
  expect(table).toContain(`| ${count} alarm metrics | ${(count * 0.1).toFixed(2)} |`);
});
