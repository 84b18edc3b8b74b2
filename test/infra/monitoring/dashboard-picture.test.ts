import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dashboardBody } from '../../../infra/monitoring/dashboard-body.ts';
import { dashboardPicture } from '../../../infra/monitoring/dashboard-picture.ts';
import { template } from '../../synthesized.ts';

const widgets = dashboardBody(template);
const picture = dashboardPicture(widgets);

it('is the one in the README: `npm run draw` writes it', () => {
  expect(readFileSync('infra/monitoring/dashboard.svg', 'utf8')).toBe(picture);
});

it('asks the four questions from top to bottom', () => {
  const questions = widgets.flatMap(({ properties }) => properties.markdown ?? []);
  expect(questions).toEqual([
    '## Are clients being served?',
    '## How fast?',
    '## What fails, and whose fault is it?',
    '## What does it cost?',
  ]);
});

it('names all that it shows, each thing in a graph by a name of its own', () => {
  for (const { properties } of widgets) {
    const labels = (properties.metrics ?? [])
      .map((metric) => metric.at(-1) as { label?: string; visible?: boolean })
      .filter(({ visible }) => visible !== false)
      .map(({ label }) => label);
    expect(labels).not.toContain(undefined);
    expect(new Set(labels).size).toBe(labels.length);
    for (const label of labels) expect(picture).toContain(`>${label}</text>`);
  }
});

it('has no widget that covers another or leaves the page', () => {
  const cells = widgets.flatMap(({ x, y, width, height }) =>
    Array.from(
      { length: width * height },
      (_, i) => `${x + (i % width)},${y + Math.floor(i / width)}`,
    ),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(Math.max(...widgets.map(({ x, width }) => x + width))).toBe(24);
});
