import { type EChartsOption, init } from 'echarts';

/** A picture in a repository: drawn without a browser, and all of it at once. */
export function svgOf(option: EChartsOption, width: number, height: number): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({ animation: false, backgroundColor: '#fff', ...option });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}
