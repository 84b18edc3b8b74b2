import type { EChartsOption } from 'echarts';
import type { WidgetBody } from '../../infra/stack/monitoring/dashboard-body.ts';
import { evaluate } from '../../infra/stack/monitoring/metric-expression.ts';
import { svgOf } from '../svg.ts';
import { digestOf, type Incident } from './incident.ts';
import { clock } from './incident-table.ts';

const column = 44;
const row = 38;
const ink = '#16191f';
const kinds = { page: '#d13212', ticket: '#e9a13b', 'roll-back': '#2b6cb0' };
const palette = ['#1f77b4', '#ff7f0e', '#2ca02c', '#d62728', '#9467bd', '#8c564b'];

interface Series {
  readonly name: string;
  readonly color: string | undefined;
  readonly values: readonly (number | undefined)[];
}

/** The dashboard as CloudWatch would show it for an incident: its own widgets, where they lie. */
export function dashboardPicture(widgets: readonly WidgetBody[], incident: Incident): string {
  const width = 24 * column;
  const height = Math.max(...widgets.map(({ y, height }) => y + height)) * row + 64;
  const parts = widgets.map((widget, index) => partOf(widget, index, incident));
  const note = {
    text: `Simulated. Latencies are drawn about as the benchmark measured them. The incident used ${(100 * incident.budgetUsed).toFixed(1)} % of what may fail in 30 days. Pale: on, and calls nobody.`,
    left: 12,
    top: height - 26,
    textStyle: { fontSize: 11, fontWeight: 'normal' as const, color: '#5f6b7a' },
  };
  const svg = svgOf(merged([...parts, { title: [note] }]), width, height);
  return svg.replace(
    /<svg ([^>]*)>/,
    `<svg data-of="${digestOf(widgets, incident)}" role="img" aria-labelledby="incident incident-text" $1>
<title id="incident">The dashboard during a simulated incident</title>
<desc id="incident-text">${descriptionOf(incident)}</desc>`,
  );
}

/** The incident in sentences, for a reader who does not see the picture. */
function descriptionOf({ phases, states }: Incident): string {
  const happened = phases.map(({ name, from, to }) => `${clock(from)} to ${clock(to)}: ${name}.`);
  const on = states.map(
    ({ alarm, kind, from, to, calls }) =>
      `${alarm} (${calls || kind === 'roll-back' ? kind : 'calls nobody'}) is on from ${clock(from)} to ${clock(to)}.`,
  );
  return [...happened, ...on].join(' ');
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
  const heading = { textStyle: { fontSize: 13, color: ink }, left, top };
  const title = [{ ...heading, text: properties.title ?? '' }];
  if (widget.type === 'alarm') {
    Object.entries(kinds).forEach(([text, color], index) => {
      title.push({ left: left + 90 + 70 * index, top, text, textStyle: { fontSize: 13, color } });
    });
  }
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
      ...alarmStates(calling(properties.alarms ?? [], incident), incident, {
        id,
        left,
        top,
        width: box.width,
        height: box.height + 40,
      }),
    };
  }
  // Lines at zero would hide one another.
  const series = seriesOf(properties.metrics ?? [], incident).filter(({ values }) =>
    values.some((value) => value !== undefined && value > 0),
  );
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
      step: 'end' as const,
      lineStyle: { width: properties.stacked ? 0 : 1.5 },
      color: color ?? palette[position % palette.length] ?? ink,
      ...(properties.stacked && { stack: id, areaStyle: { opacity: 0.6 } }),
      data: values.map((value, minute) => [minute + 1, value ?? null]),
      ...(position === 0 && { markArea: shaded(incident, properties.stacked === true) }),
      ...(position === 0 && properties.stacked && { markLine: pageLine(incident) }),
    })),
  };
}

/** Above this, a minute is bad. */
function pageLine({ badMinute }: Incident) {
  return {
    silent: true,
    symbol: 'none',
    lineStyle: { color: kinds.page, type: 'dashed' as const },
    label: { formatter: '6 %', fontSize: 10 },
    data: [{ yAxis: badMinute }],
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

/** Those that call somebody or roll back, of which there are states. */
function calling(names: readonly string[], { states }: Incident): readonly string[] {
  return names.filter((name) => states.some(({ alarm }) => name === `PlantStore-${alarm}`));
}

/** A line for each alarm, coloured while it is on: what the widget shows, for every minute at once. */
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
  // Pale: on, and calls nobody.
  const styles = states
    .filter(({ alarm }) => rows.includes(alarm))
    .map(({ kind, calls }) => ({
      fill: kinds[kind],
      opacity: calls || kind === 'roll-back' ? 1 : 0.35,
    }));
  return {
    grid: [{ id, left: left + 112, top: top + 26, width: width - 72, height: height - 10 }],
    xAxis: [
      {
        id,
        gridId: id,
        type: 'value',
        min: 0,
        max: minutes,
        interval: 20,
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
          .map(({ alarm, from, to }, index) => [from, Math.min(to, minutes), alarm, index]),
        encode: { x: [0, 1], y: 2 },
        renderItem: (_, api) => {
          const [x = 0, y = 0] = api.coord([api.value(0), api.value(2)]);
          const [end = 0] = api.coord([api.value(1), api.value(2)]);
          return {
            type: 'rect',
            shape: { x, y: y - 7, width: end - x, height: 14 },
            style: styles[Number(api.value(3))] ?? {},
          };
        },
        markArea: shaded(incident, false),
      },
    ],
  };
}
