import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../infra/stack/settings.ts';
import { resourcesOf } from '../../synthesized.ts';
import { costOfRegions, costOfRequests, usualUsage } from './cost-of-requests.ts';
import { prices } from './prices.ts';

const page = readFileSync('infra/docs/COST.md', 'utf8');
function cells(row: RegExp): string[][] {
  return [...page.matchAll(row)].map(([, ...texts]) => texts.map((text) => text ?? ''));
}
function sum(costs: Record<string, number>) {
  return Object.values(costs).reduce((total, cost) => total + cost);
}

describe('the page on cost', () => {
  it('counts with the memory that the functions have', () => {
    for (const { Properties } of Object.values(resourcesOf('AWS::Lambda::Function'))) {
      expect(Properties['MemorySize']).toBe(usualUsage.memoryMegabytes);
    }
  });

  it('has the figures of a million requests, by part and together', () => {
    const costs = costOfRequests(usualUsage);
    const rows = cells(/^\| ([A-Z][\w ,]+) \| (\d+\.\d\d) \| \S/gm);
    expect(rows).toEqual(Object.entries(costs).map(([part, cost]) => [part, cost.toFixed(2)]));
    expect(cells(/\*\*together\*\* \| \*\*([\d.]+)\*\*/g)).toEqual([[sum(costs).toFixed(2)]]);
  });

  it('has the share of the logs that Lambda itself writes', () => {
    const { requests, requestsPerAuthorization, accessLogBytes, functionLogBytes } = usualUsage;
    const lambda = requests * (1 + 1 / requestsPerAuthorization) * functionLogBytes;
    const share = (100 * lambda) / (lambda + requests * accessLogBytes);
    expect(page).toContain(`Lambda's own two lines (${share.toFixed(0)} % of this row)`);
  });

  it('names throttles that the settings take, above the rate that they are for', () => {
    const rows = cells(/^\| ([\d,]+) \| .*`throttleRate` (\d+) and `throttleBurst` (\d+)/gm);
    expect(rows.map(([rate]) => rate)).toEqual(['10,000', '100,000']);
    for (const [rate = '', throttleRate, throttleBurst] of rows) {
      expect(Number(throttleRate)).toBeGreaterThan(Number(rate.replace(',', '')));
      expect(readSettings({ throttleRate, throttleBurst })).toMatchObject({
        throttleRate: Number(throttleRate),
        throttleBurst: Number(throttleBurst),
      });
    }
  });

  it('has the figures for each rate', () => {
    const rows = cells(/^\| (\d+) \| (\d+\.\d\d) \|$/gm);
    expect(rows.map(([rate]) => rate)).toEqual(['1', '10', '100', '1000']);
    for (const [rate, dollars] of rows) {
      const cost = sum(costOfRequests({ ...usualUsage, requestsPerSecond: Number(rate) }));
      expect(cost.toFixed(2)).toBe(dollars);
    }
  });

  it('has the figures for one, two and three regions', () => {
    const rows = cells(/^\| (one|two|three|two and a witness) \| ([\d.]+) \| ([\d.]+) \|$/gm);
    const figures = ([1, 2, 2, 3] as const).map((regions) => {
      const { requests, replication } = costOfRegions(usualUsage, regions);
      return [(requests + replication).toFixed(2), replication.toFixed(2)];
    });
    const named = ['one', 'two', 'two and a witness', 'three'];
    expect(rows).toEqual(named.map((name, index) => [name, ...(figures[index] ?? [])]));
  });

  it('has the cost of the time that strong consistency takes', () => {
    const [[more, dollars] = []] = cells(/(\d+) ms more are ([\d.]+) a million\./g);
    const of = (createPlantMilliseconds: number) =>
      costOfRequests({ ...usualUsage, createPlantMilliseconds })['Lambda, time'] ?? 0;
    const usual = usualUsage.createPlantMilliseconds;
    expect((of(usual + Number(more)) - of(usual)).toFixed(2)).toBe(dollars);
  });

  it('has what the benchmark measured at each memory size, as it reckons that', () => {
    const { memory } = JSON.parse(readFileSync('test/lab/bench/results/bench.json', 'utf8'));
    const rows = cells(/^\| (\d+) MB \| (\d+) \| (\d+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$/gm);
    expect(rows).toEqual(
      memory.map((size: Record<string, number>) => [
        String(size['megabytes']),
        size['init']?.toFixed(0),
        size['first']?.toFixed(0),
        size['warmP50']?.toFixed(1),
        size['dollars']?.toFixed(2),
        size['dollarsOfInit']?.toFixed(4),
      ]),
    );
  });

  it('has the cost of init, at the memory of the functions', () => {
    const [[milliseconds, dollars] = []] = cells(
      /thousand cold starts of (\d+) ms cost ([\d.]+)\./g,
    );
    const gigabyteSeconds = Number(milliseconds) * (usualUsage.memoryMegabytes / 1024);
    expect((gigabyteSeconds * prices.gigabyteSecond).toFixed(4)).toBe(dollars);
  });

  it('counts what is paid for without a request as the template has it', () => {
    const [[together, logged, ofMetrics, watched, ofAlarms] = []] = cells(
      /costs ([\d.]+) a month .*: (\d+) metrics from the logs ([\d.]+), (\d+) alarm metrics ([\d.]+)/g,
    );
    const alarms = Object.values(resourcesOf('AWS::CloudWatch::Alarm'));
    // An alarm on an expression is paid for by the metrics in it.
    const alarmMetrics = alarms.flatMap(({ Properties }) => {
      const metrics = Properties['Metrics'] as { Expression?: string }[] | undefined;
      return metrics?.filter(({ Expression }) => Expression === undefined) ?? [Properties];
    });
    const counted = Object.values(resourcesOf('AWS::Logs::MetricFilter')).map(
      ({ Properties }) =>
        (Properties['MetricTransformations'] as [{ MetricName: string }])[0].MetricName,
    );
    expect(Number(logged)).toBe(new Set(counted).size);
    expect(Number(watched)).toBe(alarmMetrics.length);
    expect(ofMetrics).toBe((Number(logged) * prices.metricMonth).toFixed(2));
    expect(ofAlarms).toBe((Number(watched) * prices.alarmMetricMonth).toFixed(2));
    const { compositeAlarmMonth, dashboardMonth, keyMonth } = prices;
    const composites = Object.keys(resourcesOf('AWS::CloudWatch::CompositeAlarm')).length;
    expect(composites).toBe(1);
    const constant =
      Number(ofMetrics) + Number(ofAlarms) + compositeAlarmMonth + dashboardMonth + keyMonth;
    expect(together).toBe(constant.toFixed(2));
  });
});

describe('the cost of requests', () => {
  it('grows with their number, and not with the rate once all is traced', () => {
    const two = { ...usualUsage, requests: 2 * usualUsage.requests };
    expect(sum(costOfRequests(two))).toBeCloseTo(2 * sum(costOfRequests(usualUsage)));
    const slow = (requestsPerSecond: number) =>
      costOfRequests({ ...usualUsage, requestsPerSecond });
    expect(slow(0.01)).toEqual(slow(1));
  });

  it('counts the traces of each function by its own rate: of a rare authorization, each', () => {
    const { requests, requestsPerAuthorization } = usualUsage;
    const of = (requestsPerSecond: number) =>
      costOfRequests({ ...usualUsage, requestsPerSecond })['Traces'];
    const authorizations = requests / requestsPerAuthorization;
    expect(of(10)).toBeCloseTo((requests * 0.145 + authorizations) * prices.trace);
    expect(of(1000)).toBeCloseTo((requests * 0.05095 + authorizations * 0.145) * prices.trace);
  });
});
