import type { EChartsOption } from 'echarts';
import { svgOf } from '../svg.ts';
import { type Fault, requestRates } from './faults.ts';
import { delaysOf } from './matrix.ts';
import type { Service } from './service.ts';

const runs = 300;
const longest = 300;
const palette = ['#9467bd', '#1f77b4', '#2ca02c'];
const ticks = [2, 5, 10, 30, 60, 180];
// More traffic than one request a second makes no difference.
const rates = requestRates.slice(0, 3);

/** How soon a page comes: of all runs, how many had it by then. Solid where all fails, dashed where a tenth does. */
export function callsPicture(service: Service, fault: Fault): string {
  const series = [1, 0.1].flatMap((severity) =>
    rates.map(({ rate, perSecond }, index) => {
      const delays = delaysOf(service, { fault, severity, perSecond }, { runs, longest })[
        '2 minutes late'
      ];
      // Where there is room beside the curve.
      const finite = delays.filter(Number.isFinite).length;
      const labelled = Math.floor(finite * (severity === 1 ? 0.5 : 0.9));
      return {
        type: 'line' as const,
        name: `${rate}, ${severity}`,
        color: palette[index] ?? '#000',
        symbolSize: 0,
        lineStyle: { width: 2, type: severity === 1 ? ('solid' as const) : ('dashed' as const) },
        data: delays.flatMap((delay, called) => {
          const value = [delay, (100 * (called + 1)) / runs];
          const label = called === labelled ? { label: labelOf(rate, severity, index) } : {};
          return Number.isFinite(delay) ? [{ value, ...label }] : [];
        }),
        ...(severity === 1 && {
          markLine: {
            silent: true,
            symbol: 'none',
            lineStyle: { color: palette[index] ?? '#000', type: 'dotted' as const },
            label: { show: true, position: 'end' as const, formatter: '{c} min', fontSize: 10 },
            data: [{ xAxis: [180, 30, 5][index] ?? 0 }],
          },
        }),
      };
    }),
  );
  const option: EChartsOption = {
    title: {
      text: `Simulated: ${fault.name}. The share of ${runs} runs with a page by then, metrics 2 minutes late`,
      left: 16,
      top: 8,
      textStyle: { fontSize: 14 },
    },
    grid: { left: 60, right: 30, top: 60, bottom: 50 },
    xAxis: {
      type: 'log',
      min: 2,
      max: longest,
      name: 'minutes since it began (solid: all calls fail; dashed: a tenth; dotted: the bound that a test holds)',
      nameLocation: 'middle',
      nameGap: 28,
      axisLabel: { customValues: ticks },
      axisTick: { customValues: ticks },
      splitLine: { show: false },
    },
    yAxis: { type: 'value', min: 0, max: 100, axisLabel: { formatter: '{value} %' } },
    series,
  };
  const title = `How soon a page comes if ${fault.name}`;
  return svgOf(option, 940, 400).replace(
    /<svg ([^>]*)>/,
    `<svg role="img" aria-labelledby="calls" $1>\n<title id="calls">${title}: simulated</title>`,
  );
}

function labelOf(rate: string, severity: number, index: number) {
  const text = index === 2 ? `${rate}\nand more` : rate;
  const side = index === 2 || severity < 1 ? ('left' as const) : ('right' as const);
  return { show: true, position: side, formatter: text, color: palette[index] ?? '#000' };
}
