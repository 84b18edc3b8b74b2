import { expect, it } from 'vitest';
import { unthrottled } from '../../unthrottled.ts';
import { problemsOf, soak } from './soak.ts';

it('many requests leave neither memory nor sockets nor instances behind', async () => {
  const plan = { requests: 2_000, minutes: 5, clients: 16, mostInstances: 2 };
  const result = await soak({ ...plan, assembly: unthrottled() });
  expect(problemsOf(result)).toEqual([]);
  expect(result.after.requests).toBe(2_000);
  // One connection for each client, and instances of both functions.
  expect(result.after.sockets).toBeGreaterThanOrEqual(plan.clients);
  expect(result.after.instances).toBeGreaterThanOrEqual(2);
});

const before = { requests: 1_000, heapMegabytes: 50, sockets: 64, instances: 2 };
const after = { ...before, requests: 4_000 };

it.each([
  [{ heapMegabytes: 60 }, []],
  [{ heapMegabytes: 61 }, ['The heap grew by 11.0 MB.']],
  [{ sockets: 65 }, ['There were 64 sockets, then 65.']],
  [{ instances: 3 }, ['There were 2 instances, then 3.']],
  [{ requests: 1_000 }, ['It ended too early to see anything.']],
])('a soak that ends with %j has the problems %j', (changed, problems) => {
  expect(problemsOf({ before, after: { ...after, ...changed }, unexpected: [] })).toEqual(problems);
});

it('an unexpected answer is a problem', () => {
  const unexpected = ['{}: 500 '];
  expect(problemsOf({ before, after, unexpected })).toEqual(['Unexpected answer to {}: 500 ']);
});
