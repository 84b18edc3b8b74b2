import { expect, it } from 'vitest';
import { chart } from './chart.ts';
import { fullCoreMegabytes } from './cpu-quota.ts';
import type { Row } from './rounds.ts';

function row(variant: Row['variant'], megabytes: number, init: number, first: number): Row {
  return {
    variant,
    megabytes,
    starts: [{ init, first, warm: [] }],
  };
}

const svg = chart(
  [
    row('ours', fullCoreMegabytes, 100, 20),
    row('express', fullCoreMegabytes, 300, 100),
    row('ours', 128, 100, 100),
  ],
  'Node <24>',
);

const bars = [...svg.matchAll(/<rect x="([\d.]+)" y="(\d+)" width="([\d.]+)" height="16"/g)].map(
  ([, x, y, width]) => ({ x: Number(x), y: Number(y), width: Number(width) }),
);

it('has a bar for each init and, where it ends, one for the first invocation', () => {
  expect(bars).toHaveLength(6);
  for (let index = 0; index < bars.length; index += 2) {
    const [init, first] = bars.slice(index, index + 2);
    expect(first?.y).toBe(init?.y);
    expect(first?.x).toBeCloseTo(Number(init?.x) + Number(init?.width), 0);
  }
});

it('draws one panel to one scale', () => {
  const [ours, , theirs] = bars;
  expect(Number(theirs?.width) / Number(ours?.width)).toBeCloseTo(3, 1);
});

it('names sizes, variants, milliseconds and, escaped, its caption', () => {
  for (const text of [
    '1769 MB, a full core',
    '128 MB, 7 %',
    '>express<',
    '>400 ms<',
    'Node &lt;24>',
  ]) {
    expect(svg).toContain(text);
  }
});
