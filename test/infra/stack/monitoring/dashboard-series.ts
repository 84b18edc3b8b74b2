import { template } from '../../../synthesized.ts';
import { dashboardBody } from './dashboard-body.ts';
import { evaluate } from './metric-expression.ts';

/** What a graph of the dashboard draws, by label, at a moment when its metrics have these values. */
export function seriesOf(
  title: string,
  values: Readonly<Record<string, number | undefined>>,
): Record<string, number | undefined> {
  const graph = dashboardBody(template).find(({ properties }) => properties.title === title);
  const drawn = (graph?.properties.metrics ?? []).map(
    (metric) => metric.at(-1) as { label?: string; expression?: string; visible?: boolean },
  );
  return Object.fromEntries(
    drawn
      .filter(({ expression }) => expression !== undefined)
      .map(({ label, expression = '' }) => [label, evaluate(expression, values)]),
  );
}
