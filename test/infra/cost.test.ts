import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSettings } from '../../infra/settings.ts';

it('docs/COST.md has the most that a day can cost by the default settings, below 500 dollars', () => {
  const { maxWriteUnits, throttleRate } = readSettings({});
  const day = 0.0864; // millions of seconds
  // The gateway, an invocation, the line of the access log; a second of a function; a kilobyte of a log.
  const request = (seconds: number, kilobytes: number) =>
    throttleRate * day * (1.46 + seconds * 6.67 + kilobytes * 0.5);
  const plants = (kilobytes: number, requests: number) => {
    const units = Math.min(kilobytes * throttleRate, maxWriteUnits) * day;
    return [requests + units * 0.625, units * 0.625, units * 0.45];
  };
  const stored = request(0.015, 0) + throttleRate * day * 0.03;
  const lookUp = request(0.005, 0.15) + throttleRate * day * 0.125;
  const flood = 1000 * day * 10 * 0.5;
  const large = plants(400, request(0.1, 1.5));
  const rows = [plants(1, stored), plants(4, stored), large, [lookUp], [flood]];
  for (const [dollars = 0] of rows) expect(dollars).toBeLessThan(500);
  const [, page = ''] = readFileSync('docs/COST.md', 'utf8').split('| to keep them a month |');
  const written = page.match(/^\| .*\d.*/gm)?.map((row) => row.match(/(?<=\| )\d+(?= \|)/g));
  expect(written).toEqual(rows.map((row) => row.map((dollars) => dollars.toFixed(0))));
});
