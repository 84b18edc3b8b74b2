import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { usageOf } from './process-usage.ts';
import { countParts } from './service-parts.ts';

it('a process is told its CPU and its memory where there is /proc', () => {
  const before = usageOf(process.pid);
  if (!existsSync('/proc/self/stat')) {
    expect(before).toBeUndefined();
    return;
  }
  const end = process.cpuUsage().user + 200_000;
  while (process.cpuUsage().user < end);
  const after = usageOf(process.pid);
  const used = Number(after?.cpu) - Number(before?.cpu);
  expect(used).toBeGreaterThanOrEqual(180);
  expect(used).toBeLessThan(1_000);
  const { rss } = process.memoryUsage();
  expect(Number(after?.resident) / rss).toBeGreaterThan(0.8);
  expect(Number(after?.resident) / rss).toBeLessThan(1.2);
});

it('nothing is told of a process that is not there', () => {
  expect(usageOf(2 ** 30)).toBeUndefined();
});

it('a local service is told where its CPU went', () => {
  const partsOf = countParts(process.pid);
  const end = process.cpuUsage().user + 200_000;
  while (process.cpuUsage().user < end);
  const parts = partsOf(10);
  if (!existsSync('/proc/self/stat')) {
    expect(parts).toEqual([]);
    return;
  }
  expect(parts.map(({ name }) => name)).toEqual([
    'functions, one process an instance',
    'the embedded store, a thread',
    'gateway, fleets, log',
    'the clients themselves',
  ]);
  // Vitest's own threads are workers, and this process is its own client.
  expect(Number(parts[1]?.cpu) + Number(parts[2]?.cpu)).toBeGreaterThan(17);
  expect(parts[3]?.cpu).toBeGreaterThan(17);
});
