import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSettings } from '../../infra/settings.ts';

it('docs/COST.md has the most that a day can cost at the default settings, below 500 dollars', () => {
  const { maxWriteUnits, throttleRate } = readSettings({});
  const millionsADay = (rate: number) => (rate * 24 * 60 * 60) / 1e6;
  const requests = millionsADay(throttleRate);
  // Dollars for a million of each.
  const [gatewayAndInvocation, second, kilobyteOfLog, accessLog, dataOut] = [
    1.2, 6.67, 0.5, 0.26, 0.03,
  ];
  const request = (seconds: number, kilobytes: number) =>
    requests * (gatewayAndInvocation + seconds * second + kilobytes * kilobyteOfLog + accessLog);
  const plants = (kilobytes: number, sent: number) => {
    const units = millionsADay(Math.min(kilobytes * throttleRate, maxWriteUnits));
    return [sent + units * 0.625, units * 0.625, units * 0.45];
  };
  const stored = request(0.015, 0) + requests * dataOut;
  const rows = [
    plants(1, stored),
    plants(4, stored),
    plants(400, request(0.1, 1.5)),
    [request(0.005, 0.15) + requests * 0.125],
    [millionsADay(1000) * 10 * kilobyteOfLog],
  ];
  for (const [day = 0] of rows) expect(day).toBeLessThan(500);
  const [, table = ''] =
    /\| requests \| a day .*\n.*\n((\|.*\n)+)/.exec(readFileSync('docs/COST.md', 'utf8')) ?? [];
  const written = table
    .trim()
    .split('\n')
    .map((row) => row.match(/(?<=\| *)\d+(?= \|)/g)?.map(Number));
  expect(written).toEqual(rows.map((row) => row.map(Math.round)));
});
