import { expect, it } from 'vitest';
import { readTime } from '../../../shared/terminal/time.ts';

it.each([
  ['2026-11-20T12:00Z', '2026-11-20T12:00:00.000Z'],
  ['2026-11-20T12:00:30Z', '2026-11-20T12:00:30.000Z'],
  ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
])('reads %s', (text, time) => {
  expect(readTime('from', text)).toBe(time);
});

it.each([
  '2026-11-20T12:00',
  '2026-11-20T12:00+01:00',
  '2026-11-20',
  '2026-02-30T12:00Z',
  '2026-11-20T24:00Z',
  '2026-11-20T12:60Z',
  '2026-13-20T12:00Z',
  'yesterday',
])('refuses %s, and shows a time that is right', (text) => {
  const [, right = ''] = /(2026-\S+Z),/.exec(messageOf(() => readTime('to', text))) ?? [];
  expect(messageOf(() => readTime('to', text))).toMatch(/^--to \S+ .+\.$/);
  expect(readTime('to', right)).toContain('.000Z');
});

function messageOf(work: () => unknown): string {
  try {
    work();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
