import type { WidgetBody } from './dashboard-body.ts';

const column = 40;
const row = 22;
const gap = 6;
// The order in which CloudWatch colours what has no colour of its own.
const palette = ['#1f77b4', '#ff7f0e', '#2ca02c', '#d62728', '#9467bd', '#8c564b', '#e377c2'];

/** The dashboard as a picture: what stands where and what each graph shows. There are no values in it. */
export const dashboardPicture = (widgets: readonly WidgetBody[]): string => {
  const width = 24 * column;
  const height = Math.max(...widgets.map(({ y, height }) => y + height)) * row;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width + gap} ${height + gap}" width="${width}" font-family="system-ui, sans-serif" font-size="12">
<title>The dashboard: what each graph shows, without values</title>
<rect width="100%" height="100%" fill="#f2f3f3"/>
${widgets.map(drawWidget).join('\n')}
</svg>
`;
};

const drawWidget = (widget: WidgetBody): string => {
  const { type, x, y, width, height, properties } = widget;
  const at = `<g transform="translate(${x * column + gap} ${y * row + gap})">`;
  if (type === 'text') {
    const heading = String(properties.markdown).replace(/^#+ /, '');
    return `${at}<text y="16" font-size="16" font-weight="600" fill="#16191f">${escaped(heading)}</text></g>`;
  }
  const card = `<rect width="${width * column - gap}" height="${height * row - gap}" rx="4" fill="#fff" stroke="#d5dbdb"/>`;
  const title = `<text x="10" y="20" font-weight="600" fill="#16191f">${escaped(String(properties.title))}</text>`;
  const content = type === 'alarm' ? drawAlarms(widget) : drawLegend(widget);
  return `${at}${card}${title}${content}</g>`;
};

const drawLegend = ({ properties: { metrics = [], stacked } }: WidgetBody): string =>
  metrics
    .map((metric) => metric.at(-1) as { label?: string; color?: string; visible?: boolean })
    .filter(({ visible }) => visible !== false)
    .map(({ label, color }, index) => {
      const swatch = stacked
        ? `<rect y="-9" width="14" height="10" fill="${color ?? palette[index]}"/>`
        : `<rect y="-5" width="14" height="3" fill="${color ?? palette[index]}"/>`;
      return entry(14, 40 + index * 16, swatch, String(label));
    })
    .join('');

const drawAlarms = ({ width, properties: { alarms = [] } }: WidgetBody): string => {
  const rows = Math.ceil(alarms.length / 2);
  return alarms
    .map((alarm, index) => {
      const x = 14 + Math.floor(index / rows) * (width * column * 0.46);
      const name = alarm.replace(/^.*-/, '');
      const light = '<rect y="-9" width="10" height="10" rx="5" fill="#1d8102"/>';
      return entry(x, 38 + (index % rows) * 14, light, name);
    })
    .join('');
};

const entry = (x: number, y: number, mark: string, label: string): string =>
  `<g transform="translate(${x} ${y})">${mark}<text x="18" fill="#545b64">${escaped(label)}</text></g>`;

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
