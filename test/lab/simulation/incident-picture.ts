import type { WidgetBody } from '../../infra/stack/monitoring/dashboard-body.ts';
import { evaluate } from '../../infra/stack/monitoring/metric-expression.ts';
import { clock, type Incident } from './incident.ts';
import { axes, box, type Frame, grey, ink, line, path, round, steps, svg, text } from './svg.ts';

const column = 44;
const row = 38;
const kinds = { page: '#d13212', ticket: '#e9a13b', 'roll-back': '#2b6cb0' };
const palette = ['#1f77b4', '#ff7f0e', '#2ca02c', '#d62728', '#9467bd', '#8c564b'];

/** The dashboard as CloudWatch would show it: its own widgets, without those on latency, which is not simulated. */
export function incidentPicture(all: readonly WidgetBody[], incident: Incident): string {
  const speed = all.filter(({ y }) => y >= 7 && y < 14);
  const widgets = all
    .filter((widget) => !speed.includes(widget))
    .map((widget) => ({ ...widget, y: widget.y < 7 ? widget.y : widget.y - 7 }));
  const [width, height] = [24 * column, 14 * row + 10];
  const used = (100 * incident.budgetUsed).toFixed(1);
  const note = `Simulated, so without the dashboard's graphs of latency. The incident used ${used} % of what may fail in 30 days. Pale: on, and calls nobody.`;
  const happened = incident.phases.map(
    (one) => `${clock(one.from)} to ${clock(one.to)}: ${one.name}.`,
  );
  const on = incident.states.map(
    ({ alarm, kind, from, to, calls }) =>
      `${alarm} (${calls || kind === 'roll-back' ? kind : 'calls nobody'}) is on from ${clock(from)} to ${clock(to)}.`,
  );
  const title = 'The dashboard during a simulated incident';
  return svg(
    { width, height, name: 'incident', title, description: [...happened, ...on].join(' ') },
    [
      ...widgets.flatMap((widget) => drawn(widget, incident)),
      text(12, height - 14, note, { fill: grey }),
    ],
  );
}

function drawn({ type, properties, ...place }: WidgetBody, incident: Incident): string[] {
  const [left, top] = [place.x * column + 12, place.y * row + 6];
  if (properties.markdown)
    return [text(left, top + 20, properties.markdown.replace('## ', ''), { size: 18 })];
  const indent = type === 'alarm' ? 112 : 40;
  const [width, height] = [place.width * column - indent - 34, place.height * row - 100];
  const x = (minute: number) => left + indent + (width * minute) / incident.minutes;
  const frame = { left: left + indent, top: top + 28, width, height, x, y: () => 0 };
  const title = text(left, top + 14, properties.title ?? '', { size: 13 });
  if (type === 'alarm')
    return [title, ...alarms(properties.alarms ?? [], incident, { ...frame, height: height + 40 })];
  return [title, ...graph(properties, incident, frame)];
}

const hours = { ticks: [0, 30, 60, 90, 120], label: clock };

function graph(
  { stacked, metrics }: WidgetBody['properties'],
  incident: Incident,
  place: Frame,
): string[] {
  // Lines at zero would hide one another.
  const series = seriesOf(metrics ?? [], incident).filter(({ values }) =>
    values.some((value) => value > 0),
  );
  const tops = series.map(({ values }, index) =>
    values.map((value, minute) =>
      stacked
        ? series.slice(0, index).reduce((sum, below) => sum + Number(below.values[minute]), value)
        : value,
    ),
  );
  const highest = Math.max(...tops.flat());
  const step =
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((one) => 4 * one >= highest) ?? highest;
  const y = (value: number) => place.top + place.height * (1 - value / (4 * step));
  const frame = { ...place, y };
  const floor = y(0);
  return [
    ...phases(incident, frame, stacked === true),
    ...axes(frame, {
      x: hours,
      y: { ticks: [0, 1, 2, 3, 4].map((tick) => tick * step), label: String },
    }),
    // The highest of the stack first: each one covers a part of it.
    ...series
      .map(({ color }, index) => {
        const values = tops[index] ?? [];
        const points = values.map((value, minute) => [frame.x(minute), y(value)] as const);
        const corners = `${steps([...points, [frame.x(values.length), y(values.at(-1) ?? 0)]])}`;
        const area = `${corners}V${round(floor)}H${round(frame.x(0))}Z`;
        return stacked ? path(area, { fill: color }) : path(corners, { stroke: color });
      })
      .toReversed(),
    ...(stacked
      ? [
          line(
            [frame.left, y(incident.badMinute)],
            [frame.left + frame.width, y(incident.badMinute)],
            kinds.page,
            '5 4',
          ),
          text(frame.left + frame.width + 4, y(incident.badMinute) + 4, '6 %', {
            fill: kinds.page,
          }),
        ]
      : []),
    ...series.flatMap(({ name, color }, index) => {
      const left =
        place.left -
        32 +
        (index % 2) * (stacked ? 190 : 160) +
        (stacked ? Math.floor(index / 2) * 380 : 0);
      const top = floor + 34 + (stacked ? 0 : Math.floor(index / 2) * 16);
      return [box(left, top - 8, 12, 8, color), text(left + 18, top, name)];
    }),
  ];
}

function phases({ phases }: Incident, { x, top, height }: Frame, named: boolean): string[] {
  return phases.flatMap(({ name, from, to }) => [
    box(x(from), top, x(to) - x(from), height, '#787878', 0.15),
    ...(named ? [text((x(from) + x(to)) / 2, top - 4, name, { anchor: 'middle' })] : []),
  ]);
}

/** A line for each alarm that was on, coloured while it was: what the widget shows, for every minute at once. */
function alarms(names: readonly string[], incident: Incident, place: Frame): string[] {
  const states = incident.states.filter(({ alarm }) => names.includes(`PlantStore-${alarm}`));
  const rows = [...new Set(states.map(({ alarm }) => alarm))];
  const height = place.height / rows.length;
  const y = (index: number) => place.top + height * (index + 0.5);
  return [
    ...Object.entries(kinds).map(([kind, fill], index) =>
      text(place.left + 70 * index, place.top - 14, kind, { fill, size: 13 }),
    ),
    ...phases(incident, place, false),
    ...axes(
      { ...place, y },
      {
        x: hours,
        y: { ticks: rows.map((_, index) => index), label: (index) => rows[index] ?? '' },
      },
    ),
    ...states.map(({ alarm, kind, from, to, calls }) => {
      const [begin, end] = [place.x(from), place.x(Math.min(to, incident.minutes))];
      return box(
        begin,
        y(rows.indexOf(alarm)) - 7,
        end - begin,
        14,
        kinds[kind],
        calls || kind === 'roll-back' ? 1 : 0.35,
      );
    }),
  ];
}

/** A graph's metrics and expressions, minute by minute. */
function seriesOf(metrics: readonly (readonly unknown[])[], { minutes, sum }: Incident) {
  const all = metrics.map((metric) => ({
    options: metric.at(-1) as Readonly<Record<string, string | boolean | undefined>>,
    name: nameOf(metric.slice(0, -1).map(String)),
  }));
  const valueAt = (minute: number, { options, name }: (typeof all)[number]): number => {
    if (options['expression'] === undefined) return sum(name, minute);
    const read = all.filter(({ name }) => name !== '');
    const values = read.map((one) => [String(one.options['id']), sum(one.name, minute)]);
    return evaluate(String(options['expression']), Object.fromEntries(values)) ?? 0;
  };
  return all
    .filter(({ options }) => options['visible'] !== false)
    .map((one, index) => ({
      name: String(one.options['label']),
      color: String(one.options['color'] ?? palette[index] ?? ink),
      values: Array.from({ length: minutes }, (_, minute) => valueAt(minute, one)),
    }));
}

/** As in metrics.ts: namespace, metric, and the function if there is one. */
function nameOf([namespace, metric, ...dimensions]: readonly string[]): string {
  const fn = dimensions.indexOf('FunctionName') + 1;
  return [namespace, metric, fn > 0 ? dimensions[fn] : ''].filter(Boolean).join(' ');
}
