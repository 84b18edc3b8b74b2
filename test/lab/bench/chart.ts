import type { BarSeriesOption, EChartsOption } from 'echarts';
import { fullCoreMegabytes } from './cpu-quota.ts';
import { type Metric, type Row, valuesOf } from './rounds.ts';
import { median } from './statistics.ts';

export const chartWidth = 860;
const rowHeight = 24;
const panelHead = 44;
const legendHeight = 34;
const ink = '#16191f';
const grey = '#545b64';

interface Panel {
  readonly megabytes: number;
  readonly rows: readonly Row[];
  readonly top: number;
}

/** Cold starts as bars, a panel for each memory size: what init takes, then the first invocation. */
export function chartOf(
  rows: readonly Row[],
  caption: string,
): { readonly option: EChartsOption; readonly height: number } {
  const panels = panelsOf(rows);
  const height = panels.reduce((end, { rows }) => end + panelHead + rows.length * rowHeight, 68);
  const option: EChartsOption = {
    legend: { left: 16, top: 12, itemWidth: 12, itemHeight: 10, selectedMode: false },
    title: [
      ...panels.map(({ megabytes, top }) => ({
        text: titleOf(megabytes),
        left: 16,
        top: top + 14,
        textStyle: { fontSize: 14, color: ink },
      })),
      {
        text: caption,
        left: 16,
        top: height - 26,
        textStyle: { fontSize: 12, fontWeight: 'normal', color: grey },
      },
    ],
    grid: panels.map(({ rows, top }) => ({
      left: 190,
      right: 80,
      top: top + panelHead,
      height: rows.length * rowHeight,
    })),
    xAxis: panels.map(({ rows }, gridIndex) => ({
      gridIndex,
      type: 'value',
      show: false,
      max: Math.max(...rows.map((row) => sumOfMedians(row))),
    })),
    yAxis: panels.map(({ rows }, gridIndex) => ({
      gridIndex,
      type: 'category',
      inverse: true,
      data: rows.map(({ variant }) => variant),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        interval: 0,
        formatter: (variant: string) => (variant.startsWith('our') ? `{ours|${variant}}` : variant),
        rich: { ours: { fontWeight: 'bold', color: ink } },
        color: ink,
      },
    })),
    series: panels.flatMap(({ rows }, index) => [
      barsOf('init', rows, index, 'init', '#4c78a8'),
      {
        ...barsOf('first invocation, with its write', rows, index, 'first', '#f58518'),
        label: {
          show: true,
          position: 'right',
          color: grey,
          formatter: ({ dataIndex }: { dataIndex: number }) => coldOf(rows[dataIndex]),
        },
      },
    ]),
  };
  return { option, height };
}

function panelsOf(rows: readonly Row[]): Panel[] {
  const sizes = [...new Set(rows.map(({ megabytes }) => megabytes))].toSorted((a, b) => b - a);
  let top = legendHeight;
  return sizes.map((megabytes) => {
    const panel = { megabytes, rows: rows.filter((row) => row.megabytes === megabytes), top };
    top += panelHead + panel.rows.length * rowHeight;
    return panel;
  });
}

function barsOf(
  name: string,
  rows: readonly Row[],
  index: number,
  metric: Metric,
  color: string,
): BarSeriesOption {
  return {
    type: 'bar',
    name,
    stack: String(index),
    xAxisIndex: index,
    yAxisIndex: index,
    barWidth: 16,
    color,
    data: rows.map((row) => median(valuesOf(row, metric))),
  };
}

function sumOfMedians(row: Row): number {
  return median(valuesOf(row, 'init')) + median(valuesOf(row, 'first'));
}

function coldOf(row: Row | undefined): string {
  return row === undefined ? '' : `${median(valuesOf(row, 'cold')).toFixed(0)} ms`;
}

function titleOf(megabytes: number): string {
  return megabytes === fullCoreMegabytes
    ? `${megabytes} MB, a full core`
    : `${megabytes} MB, ${Math.round((100 * megabytes) / fullCoreMegabytes)} % of a core once init is over`;
}
