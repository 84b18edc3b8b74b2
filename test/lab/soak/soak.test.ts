import { expect, it } from 'vitest';
import { unthrottled } from '../../unthrottled.ts';
import { problemsOf, soak } from './soak.ts';

it('many requests leave neither memory nor sockets nor instances behind', {
  timeout: 300_000,
}, async () => {
  const plan = { requests: 800, minutes: 5, clients: 16, mostInstances: 2 };
  const result = await soak({ ...plan, assembly: unthrottled() });
  expect(problemsOf(result)).toEqual([]);
  expect(result.after).toMatchObject({ requests: 800, instances: 4 });
});

it('each of these is a problem', () => {
  const before = { requests: 1_000, heapMegabytes: 50, sockets: 64, instances: 2 };
  const after = { requests: 1_000, heapMegabytes: 61, sockets: 65, instances: 3 };
  expect(problemsOf({ before, after, unexpected: ['{}: 500 '] })).toEqual([
    'Unexpected answer to {}: 500 ',
    'The heap grew by 11.0 MB.',
    'There were 64 sockets, then 65.',
    'There were 2 instances, then 3.',
    'It ended too early to see anything.',
  ]);
});
