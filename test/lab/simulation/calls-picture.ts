import type { EChartsOption } from 'echarts';
import { svgOf } from '../svg.ts';
import { type Fault, requestRates } from './faults.ts';
import { delaysOf } from './matrix.ts';
import type { Service } from './service.ts';

const runs = 300;
const longest = 300;
const palette = ['#9467bd', '#1f77b4', '#2ca02c', '#ff7f0e', '#d62728'];

/** How soon a page comes: of all runs, how many had it by then. Solid where all fails, dashed where a tenth does. */
export function callsPicture(service: Service, fault: Fault): string {
  const series = [1, 0.1].flatMap((severity) =>
    requestRates.map(({ rate, perSecond }, index) => {
      const delays = delaysOf(service, { fault, severity, perSecond }, { runs, longest })[
        '2 minutes late'
      ];
      return {
        type: 'line' as const,
        name: rate,
        color: palette[index] ?? '#000',
        showSymbol: false,
        lineStyle: { width: 2, type: severity === 1 ? ('solid' as const) : ('dashed' as const) },
        data: delays.flatMap((delay, called) =>
          Number.isFinite(delay) ? [[delay, (100 * (called + 1)) / runs]] : [],
        ),
      };
    }),
  );
  const option: EChartsOption = {
    title: {
      text: `${fault.name}: of 100 runs, how many had their page`,
      left: 16,
      top: 8,
      textStyle: { fontSize: 14 },
    },
    legend: { top: 34, left: 16, itemGap: 24, icon: 'rect', itemWidth: 14, itemHeight: 6 },
    grid: { left: 60, right: 30, top: 70, bottom: 50 },
    xAxis: {
      type: 'log',
      min: 1,
      max: longest,
      name: 'minutes since it began (solid: all calls fail, dashed: a tenth)',
      nameLocation: 'middle',
      nameGap: 28,
      axisLabel: { showMaxLabel: false },
    },
    yAxis: { type: 'value', min: 0, max: 100, axisLabel: { formatter: '{value} %' } },
    series,
  };
  return svgOf(option, 860, 400);
}
