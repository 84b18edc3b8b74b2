import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSettings } from '../../infra/settings.ts';
import { resourcesOf } from '../setup/synthesized.ts';

const page = readFileSync('docs/COST.md', 'utf8');

it('a month without a request costs what the documents say, and less than 6 dollars', () => {
  const [, table = ''] = /## A month without a request\n+((?:\|.*\n)+)/.exec(page) ?? [];
  const prices = [...table.matchAll(/^\| .+? \| ([\d.]+) \|/gm)].map(([, price]) => Number(price));
  const [, total = ''] = /\*\*together\*\* \| \*\*([\d.]+)\*\*/.exec(table) ?? [];
  expect(prices.reduce((sum, price) => sum + price).toFixed(2)).toBe(total);
  expect(Number(total)).toBeLessThan(6);
  expect(readFileSync('README.md', 'utf8')).toContain(`costs ${total} dollars a month`);

  const [, count, names = '', price] =
    /^\| (\d+) metrics from logs: (.+?) \| ([\d.]+) /m.exec(table) ?? [];
  const listed = names.match(/\w+/g) ?? [];
  // Only these have a value in each hour, so only they cost something without a request.
  const filters = JSON.stringify(resourcesOf('AWS::Logs::MetricFilter'));
  const always = filters.match(/(?<="DefaultValue":0,"MetricName":")\w+/g);
  expect(listed).toEqual(always?.toSorted());
  expect([count, price]).toEqual([`${listed.length}`, (listed.length * 0.3).toFixed(2)]);

  const alarms = JSON.stringify(resourcesOf('AWS::CloudWatch::Alarm'));
  const metrics = alarms.match(/"MetricStat"/g)?.length ?? 0;
  expect(table).toContain(`| ${metrics} alarm metrics | ${(metrics / 10).toFixed(2)} |`);
  expect(Object.keys(resourcesOf('AWS::CloudWatch::CompositeAlarm'))).toHaveLength(1);
});

it('docs/COST.md has the most that a day can cost by the default settings, below 500 dollars', () => {
  const { maxWriteUnits, throttleRate } = readSettings({});
  const aDay = 0.0864; // millions of seconds
  // The gateway, an invocation, the line of the access log; the way out of a short answer; a second of a function; a
  // kilobyte of a log.
  const request = (seconds: number, kilobytes: number) =>
    throttleRate * aDay * (1.46 + 0.03 + seconds * 6.67 + kilobytes * 0.5);
  const plants = (kilobytes: number, requests: number) => {
    const units = Math.min(kilobytes * throttleRate, maxWriteUnits) * aDay;
    // Each kilobyte is written, and answered.
    return [requests + units * (0.625 + 0.09), units * 0.625, units * 0.45];
  };
  const stored = request(0.015, 0);
  const lookUp = request(0.005, 0.2) + throttleRate * aDay * 0.125;
  const flood = 1000 * aDay * (10 * 0.5 + 0.03);
  const large = plants(400, request(0.1, 1.5));
  const rows = [plants(1, stored), plants(4, stored), large, [lookUp], [flood]];
  for (const [dollars = 0] of rows) expect(dollars).toBeLessThan(500);
  const [, day = ''] = page.split('| to keep them a month |');
  const written = day.match(/^\| .*\d.*/gm)?.map((row) => row.match(/(?<=\| )\d+(?= \|)/g));
  expect(written).toEqual(rows.map((row) => row.map((dollars) => dollars.toFixed(0))));
});
