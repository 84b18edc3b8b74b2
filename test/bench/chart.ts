import { fullCoreMegabytes } from './cpu-quota.ts';
import { type Row, valuesOf } from './rounds.ts';
import { median } from './statistics.ts';

const width = 860;
const labelWidth = 190;
const barsWidth = 590;
const rowHeight = 24;
const panelHead = 44;
const colours = { init: '#4c78a8', first: '#f58518' };

/** Cold starts as bars, a panel for each memory size: what init takes, then the first invocation. */
export function chart(rows: readonly Row[], caption: string): string {
  const sizes = [...new Set(rows.map(({ megabytes }) => megabytes))].toSorted((a, b) => b - a);
  const panels = sizes.map((size) => rows.filter(({ megabytes }) => megabytes === size));
  let top = 34;
  const drawn = panels.map((panel) => {
    const text = drawPanel(panel, top);
    top += panelHead + panel.length * rowHeight;
    return text;
  });
  const height = top + 34;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" font-family="system-ui, sans-serif" font-size="12">
<title>Cold starts, in milliseconds</title>
<rect width="100%" height="100%" fill="#fff"/>
<g transform="translate(16 24)" fill="#16191f"><rect y="-9" width="12" height="10" fill="${colours.init}"/><text x="18">init</text><rect x="60" y="-9" width="12" height="10" fill="${colours.first}"/><text x="78">first invocation, with its write</text></g>
${drawn.join('\n')}
<text x="16" y="${height - 14}" fill="#545b64">${escaped(caption)}</text>
</svg>
`;
}

function drawPanel(rows: readonly Row[], top: number): string {
  const longest = Math.max(...rows.map((row) => median(valuesOf(row, 'cold'))));
  const [{ megabytes } = { megabytes: 0 }] = rows;
  const title = `<text x="16" y="${top + 26}" font-size="14" font-weight="600" fill="#16191f">${titleOf(megabytes)}</text>`;
  const bars = rows.map((row, index) =>
    drawBar(row, top + panelHead + index * rowHeight, barsWidth / longest),
  );
  return [title, ...bars].join('\n');
}

function titleOf(megabytes: number): string {
  return megabytes === fullCoreMegabytes
    ? `${megabytes} MB, a full core`
    : `${megabytes} MB, ${Math.round((100 * megabytes) / fullCoreMegabytes)} % of a core once init is over`;
}

function drawBar(row: Row, y: number, scale: number): string {
  const [init, first] = [median(valuesOf(row, 'init')), median(valuesOf(row, 'first'))];
  const weight = row.variant.startsWith('our') ? ' font-weight="600"' : '';
  const bar = (x: number, length: number, colour: string) =>
    `<rect x="${round(x)}" y="${y}" width="${round(length)}" height="16" fill="${colour}"/>`;
  const end = labelWidth + (init + first) * scale;
  return [
    `<text x="${labelWidth - 10}" y="${y + 12}" text-anchor="end" fill="#16191f"${weight}>${escaped(row.variant)}</text>`,
    bar(labelWidth, init * scale, colours.init),
    bar(labelWidth + init * scale, first * scale, colours.first),
    `<text x="${round(end + 6)}" y="${y + 12}" fill="#545b64">${median(valuesOf(row, 'cold')).toFixed(0)} ms</text>`,
  ].join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
