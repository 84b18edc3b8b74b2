/** The text of a picture: its size, its elements, and what it says to a reader who does not see it. */
export function svg(
  {
    width,
    height,
    name,
    title,
    description = '',
  }: Record<'width' | 'height', number> &
    Record<'name' | 'title', string> & { description?: string },
  elements: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${name} ${name}-text" font-family="sans-serif" font-size="11" fill="${ink}">`,
    `<title id="${name}">${escaped(title)}</title>`,
    `<desc id="${name}-text">${escaped(description)}</desc>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...elements,
    '</svg>\n',
  ].join('\n');
}

export const ink = '#16191f';
export const grey = '#5f6b7a';

/** Where a graph is, and the positions of its values. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

export interface Axes {
  readonly x: { readonly ticks: readonly number[]; readonly label: (value: number) => string };
  readonly y: { readonly ticks: readonly number[]; readonly label: (value: number) => string };
}

/** The lines and numbers of both axes. */
export function axes(
  { left, top, width, height, x, y }: Frame,
  { x: ofX, y: ofY }: Axes,
): string[] {
  return [
    ...ofY.ticks.map((tick) => line([left, y(tick)], [left + width, y(tick)], '#e3e6ea')),
    ...ofY.ticks.map((tick) =>
      text(left - 6, y(tick) + 4, ofY.label(tick), { anchor: 'end', fill: grey }),
    ),
    ...ofX.ticks.map((tick) => line([x(tick), top + height], [x(tick), top + height + 4], grey)),
    ...ofX.ticks.map((tick) =>
      text(x(tick), top + height + 16, ofX.label(tick), { anchor: 'middle', fill: grey }),
    ),
    line([left, top + height], [left + width, top + height], grey),
  ];
}

type Point = readonly [x: number, y: number];

export function line([x1, y1]: Point, [x2, y2]: Point, color: string, dash = ''): string {
  const dashed = dash && ` stroke-dasharray="${dash}"`;
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${color}"${dashed}/>`;
}

export function text(
  x: number,
  y: number,
  content: string,
  {
    anchor = 'start',
    fill = ink,
    size = 11,
  }: { anchor?: string; fill?: string; size?: number } = {},
): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" fill="${fill}" font-size="${size}">${escaped(content)}</text>`;
}

export function box(
  left: number,
  top: number,
  width: number,
  height: number,
  fill: string,
  opacity = 1,
): string {
  return `<rect x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}" fill="${fill}" opacity="${opacity}"/>`;
}

/** The corners of a line that goes up or down only where its value changes. */
export function steps(points: readonly Point[]): string {
  return points
    .map(([x, y], index) => (index === 0 ? `M${round(x)} ${round(y)}` : `H${round(x)}V${round(y)}`))
    .join('');
}

export function path(corners: string, { stroke = 'none', fill = 'none', dash = '' }): string {
  const dashed = dash && ` stroke-dasharray="${dash}"`;
  return `<path d="${corners}" stroke="${stroke}" stroke-width="1.5" fill="${fill}"${dashed}/>`;
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

export function round(value: number): number {
  return Math.round(10 * value) / 10;
}
