import type { BarSeriesOption } from 'echarts';
import { expect, it } from 'vitest';
import { chartOf } from './chart.ts';
import { fullCoreMegabytes } from './cpu-quota.ts';
import type { Row } from './rounds.ts';

function row(variant: Row['variant'], megabytes: number, init: number, first: number): Row {
  return { variant, megabytes, starts: [{ init, first, warm: [] }] };
}

const { option, height } = chartOf(
  [
    row('ours', fullCoreMegabytes, 100, 20),
    row('express', fullCoreMegabytes, 300, 100),
    row('ours', 128, 100, 110),
  ],
  'Node 24',
);

it('has a bar for each init and, on top of it, one for the first invocation', () => {
  expect(option.series).toMatchObject([
    { stack: '0', yAxisIndex: 0, data: [100, 300] },
    { stack: '0', yAxisIndex: 0, data: [20, 100] },
    { stack: '1', yAxisIndex: 1, data: [100] },
    { stack: '1', yAxisIndex: 1, data: [110] },
  ]);
});

it('draws each panel to its own scale, below the one before', () => {
  expect(option.xAxis).toMatchObject([{ max: 400 }, { max: 210 }]);
  const [upper, lower] = option.grid as { top: number; height: number }[];
  expect(lower?.top).toBeGreaterThan(Number(upper?.top) + Number(upper?.height));
  expect(height).toBeGreaterThan(Number(lower?.top) + Number(lower?.height));
});

it('names sizes, variants, milliseconds and its caption', () => {
  expect(option.title).toMatchObject([
    { text: '1769 MB, a full core' },
    { text: '128 MB, 7 % of a core once init is over' },
    { text: 'Node 24' },
  ]);
  expect(option.yAxis).toMatchObject([{ data: ['ours', 'express'] }, { data: ['ours'] }]);
  const first = (option.series as BarSeriesOption[])[1];
  const label = first?.label?.formatter as (bar: { dataIndex: number }) => string;
  expect(label({ dataIndex: 1 })).toBe('400 ms');
});
