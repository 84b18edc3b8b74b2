import type { EChartsOption } from 'echarts';
import type { WidgetBody } from '../../infra/stack/monitoring/dashboard-body.ts';
import { evaluate } from '../../infra/stack/monitoring/metric-expression.ts';
import { svgOf } from '../svg.ts';
import { digestOf, type Incident } from './incident.ts';
import { clock } from './incident-table.ts';

const column = 44;
const row = 38;
const ink = '#16191f';
const alarmRed = '#d13212';
const palette = ['#1f77b4', '#ff7f0e', '#2ca02c', '#d62728', '#9467bd', '#8c564b'];

interface Series {
  readonly name: string;
  readonly color: string | undefined;
  readonly values: readonly (number | undefined)[];
}

/** The dashboard as CloudWatch would show it for an incident: its own widgets, where they lie. */
export function dashboardPicture(widgets: readonly WidgetBody[], incident: Incident): string {
  const width = 24 * column;
  const height = Math.max(...widgets.map(({ y, height }) => y + height)) * row + 26;
  const parts = widgets.map((widget, index) => partOf(widget, index, incident));
  const svg = svgOf(merged(parts), width, height);
  return svg.replace('<svg ', `<svg data-of="${digestOf(widgets, incident)}" `);
}

type Part = Required<
  Pick<EChartsOption, 'title' | 'grid' | 'xAxis' | 'yAxis' | 'legend' | 'series'>
>;

function merged(parts: readonly Partial<Part>[]): EChartsOption {
  const all = (name: keyof Part) => parts.flatMap((part) => (part[name] ?? []) as object[]);
  const names = ['title', 'grid', 'xAxis', 'yAxis', 'legend', 'series'] as const;
  return Object.fromEntries(names.map((name) => [name, all(name)]));
}

function partOf(widget: WidgetBody, index: number, incident: Incident): Partial<Part> {
  const { properties } = widget;
  const [left, top] = [widget.x * column + 12, widget.y * row + 6];
  if (properties.markdown !== undefined) {
    const text = properties.markdown.replace('## ', '');
    return { title: [{ text, left, top, textStyle: { fontSize: 18, color: ink } }] };
  }
  const title = [
    { text: properties.title ?? '', left, top, textStyle: { fontSize: 13, color: ink } },
  ];
  const box = { width: widget.width * column - 74, height: widget.height * row - 96 };
  const id = String(index);
  const axes = { gridId: id, id };
  const xAxis = [
    {
      ...axes,
      type: 'value' as const,
      min: 0,
      max: incident.minutes,
      interval: 20,
      splitLine: { show: false },
      axisLabel: { formatter: clock, fontSize: 10 },
    },
  ];
  const grid = [{ id, left: left + 40, top: top + 26, ...box }];
  if (widget.type === 'alarm') {
    return {
      title,
      ...alarmStates(properties.alarms ?? [], incident, {
        id,
        left,
        top,
        width: box.width,
        height: box.height + 40,
      }),
    };
  }
  const series = seriesOf(properties.metrics ?? [], incident);
  return {
    title,
    grid,
    xAxis,
    yAxis: [{ ...axes, type: 'value', min: 0, splitNumber: 3, axisLabel: { fontSize: 10 } }],
    legend: [
      {
        left: left + 8,
        top: top + 26 + box.height + 22,
        width: box.width + 50,
        itemWidth: 12,
        itemHeight: 6,
        itemGap: 18,
        icon: 'rect',
        textStyle: { fontSize: 10 },
        data: series.map(({ name }) => `${id}|${name}`),
        formatter: (name) => name.slice(name.indexOf('|') + 1),
      },
    ],
    series: series.map(({ name, color, values }, position) => ({
      type: 'line' as const,
      name: `${id}|${name}`,
      xAxisId: id,
      yAxisId: id,
      showSymbol: false,
      lineStyle: { width: 1.5 },
      color: color ?? palette[position % palette.length] ?? ink,
      ...(properties.stacked && { stack: id, areaStyle: { opacity: 0.6 } }),
      data: values.map((value, minute) => [minute, value ?? null]),
      ...(position === 0 && { markArea: shaded(incident, properties.stacked === true) }),
    })),
  };
}

function shaded({ phases }: Incident, named: boolean) {
  return {
    silent: true,
    itemStyle: { color: 'rgba(120, 120, 120, 0.12)' },
    label: { show: named, position: 'insideTop' as const, fontSize: 11, color: ink },
    data: phases.map(({ name, from, to }) => [{ name, xAxis: from }, { xAxis: to }]) as never,
  };
}

/** What a graph's metrics and expressions are, minute by minute. */
function seriesOf(metrics: readonly (readonly unknown[])[], incident: Incident): Series[] {
  const drawn = metrics.map((metric) => {
    const options = metric.at(-1) as Readonly<Record<string, string | boolean | undefined>>;
    return { options, names: metric.slice(0, -1).map(String) };
  });
  const minutes = Array.from({ length: incident.minutes }, (_, minute) => minute);
  const valuesAt = (minute: number) =>
    Object.fromEntries(
      drawn.flatMap(({ options, names }) =>
        names.length > 0
          ? [[String(options['id']), metricAt(names, options, incident, minute)]]
          : [],
      ),
    );
  return drawn
    .filter(({ options }) => options['visible'] !== false)
    .map(({ options, names }) => ({
      name: String(options['label']),
      color: options['color'] as string | undefined,
      values: minutes.map((minute) =>
        names.length > 0
          ? metricAt(names, options, incident, minute)
          : evaluate(String(options['expression']), valuesAt(minute)),
      ),
    }));
}

function metricAt(
  [namespace, metric, ...dimensions]: readonly string[],
  options: Readonly<Record<string, unknown>>,
  { sum, milliseconds }: Incident,
  minute: number,
): number | undefined {
  const of = dimensions[dimensions.findIndex((name) => /^(Function|Table)Name$/.test(name)) + 1];
  const resource = dimensions.some((name) => /^(Function|Table)Name$/.test(name)) ? of : undefined;
  const name = [namespace, metric, resource].filter(Boolean).join(' ');
  const statistic = String(options['stat'] ?? 'Average');
  return /^p\d|Average/.test(statistic) ? milliseconds(name, statistic, minute) : sum(name, minute);
}

/** A line for each alarm, red while it is on: what the widget shows, for every minute at once. */
function alarmStates(
  names: readonly string[],
  incident: Incident,
  {
    id,
    left,
    top,
    width,
    height,
  }: { id: string; left: number; top: number; width: number; height: number },
): Partial<Part> {
  const { states, minutes } = incident;
  const rows = names.map((name) => name.replace('PlantStore-', '')).toReversed();
  return {
    grid: [{ id, left: left + 112, top: top + 26, width: width - 72, height: height - 10 }],
    xAxis: [
      {
        id,
        gridId: id,
        type: 'value',
        min: 0,
        max: minutes,
        interval: 40,
        splitLine: { show: false },
        axisLabel: { formatter: clock, fontSize: 10 },
      },
    ],
    yAxis: [
      {
        id,
        gridId: id,
        type: 'category',
        data: rows,
        axisTick: { show: false },
        axisLabel: { fontSize: 11, color: ink },
      },
    ],
    series: [
      {
        type: 'custom',
        xAxisId: id,
        yAxisId: id,
        data: states
          .filter(({ alarm }) => rows.includes(alarm))
          .map(({ alarm, from, to }) => [from, to, alarm]),
        encode: { x: [0, 1], y: 2 },
        renderItem: (_, api) => {
          const [x = 0, y = 0] = api.coord([api.value(0), api.value(2)]);
          const [end = 0] = api.coord([api.value(1), api.value(2)]);
          return {
            type: 'rect',
            shape: { x, y: y - 7, width: end - x, height: 14 },
            style: { fill: alarmRed },
          };
        },
        markArea: shaded(incident, false),
      },
    ],
  };
}
