import { type Row, valuesOf } from './rounds.ts';
import { median, percentile } from './statistics.ts';

const width = 640;
const labels = 190;
const top = 34;
const rowHeight = 26;
const step = 100;

/** Cold starts at the deployed memory size as an SVG picture: bars of init and first request on one axis. */
export function chartOf(rows: readonly Row[], caption: string): string {
  const bars = rows.map((row) => ({
    name: row.variant,
    init: median(valuesOf(row, 'init')),
    first: median(valuesOf(row, 'first')),
    cold: median(valuesOf(row, 'cold')),
    least: percentile(valuesOf(row, 'cold'), 0.1),
    most: percentile(valuesOf(row, 'cold'), 0.9),
  }));
  const end =
    step * Math.ceil(Math.max(...bars.map(({ cold, most }) => Math.max(cold, most))) / step);
  const x = (milliseconds: number) =>
    Math.round(labels + (milliseconds / end) * (width - labels - 80));
  const bottom = top + bars.length * rowHeight;
  const ticks = Array.from({ length: end / step + 1 }, (_, tick) => tick * step);
  const summary = bars.map(({ name, cold }) => `${name} ${cold.toFixed(0)} ms`).join(', ');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom + 52}" role="img" aria-labelledby="title desc" font-family="sans-serif" font-size="12">`,
    '<title id="title">Cold starts at 512 MB, in milliseconds</title>',
    `<desc id="desc">${summary}.</desc>`,
    `<rect width="${width}" height="${bottom + 52}" fill="#fff"/>`,
    `<rect x="${labels}" y="10" width="12" height="12" fill="#4c78a8"/><text x="${labels + 18}" y="20">init</text>`,
    `<rect x="${labels + 60}" y="10" width="12" height="12" fill="#f58518"/><text x="${labels + 78}" y="20">first request; the line is 80 % of the starts</text>`,
    ...ticks.map(
      (tick) =>
        `<line x1="${x(tick)}" x2="${x(tick)}" y1="${top}" y2="${bottom}" stroke="#ddd"/><text x="${x(tick)}" y="${bottom + 16}" text-anchor="middle" fill="#545b64">${tick}</text>`,
    ),
    ...bars.map(({ name, init, first, cold, least, most }, index) => {
      const y = top + index * rowHeight;
      const weight = name.startsWith('our') ? ' font-weight="bold"' : '';
      return [
        `<text x="${labels - 8}" y="${y + 17}" text-anchor="end"${weight}>${name}</text>`,
        `<rect x="${x(0)}" y="${y + 5}" width="${x(init) - x(0)}" height="16" fill="#4c78a8"/>`,
        `<rect x="${x(init)}" y="${y + 5}" width="${x(first) - x(0)}" height="16" fill="#f58518"/>`,
        `<line x1="${x(least)}" x2="${x(most)}" y1="${y + 13}" y2="${y + 13}" stroke="#16191f" stroke-width="2"/>`,
        `<text x="${x(Math.max(cold, most)) + 8}" y="${y + 17}" fill="#545b64">${cold.toFixed(0)} ms</text>`,
      ].join('');
    }),
    `<text x="8" y="${bottom + 40}" fill="#545b64" font-size="10">${caption}</text>`,
    '</svg>\n',
  ].join('\n');
}
