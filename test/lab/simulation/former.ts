import { formulaOf } from '../../infra/stack/monitoring/metric-expression.ts';
import type { Alarm, Alarms, MetricAlarm } from './alarms.ts';

/** The pages of this repository until November 2026, to compare with: their windows and filled denominators. */
export const formerPages: Alarms = new Map<string, Alarm>([
  ['minutes', former(failing(), 1, [2, 5], 1)],
  ['halfHour', former(failing(), 30, [1, 1], 2)],
  ['Unavailable', { ...page('Unavailable'), rule: (isOn) => isOn('minutes') || isOn('halfHour') }],
  [
    'UnexpectedFailure',
    {
      ...former(['FILL(unexpected, 0)', 'PlantStore UnexpectedFailures'], 1, [1, 5], 0),
      ...page('UnexpectedFailure'),
    },
  ],
  ['SlowAnswers', { ...former(slow(), 30, [1, 1], 2), ...page('SlowAnswers') }],
]);

function failing() {
  const over = 'FILL(failed, 0) - 0.06 * (FILL(failed, 0) + FILL(served, 0))';
  return [over, 'PlantStore Failed', 'PlantStore Served'] as const;
}

function slow() {
  const over = '((100 - FILL(inTime, 100)) / 100 - 0.06) * FILL(requests, 0)';
  return [over, 'AWS/ApiGateway Latency PR(:2000)', 'AWS/ApiGateway Count SampleCount'] as const;
}

function page(name: string) {
  return { name, calls: 'page', reportsEnd: false } as const;
}

function former(
  [expression, ...metrics]: readonly [string, ...string[]],
  period: number,
  [needed, of]: readonly [number, number],
  threshold: number,
): MetricAlarm {
  const names = [...new Set([...expression.matchAll(/FILL\((\w+)/g)].map(([, name = '']) => name))];
  return {
    ...{ name: expression, calls: undefined, reportsEnd: false },
    metrics: metrics.map((text) => {
      const [, metric = '', stat = 'Sum'] = /^(\S+ \S+)(?: (\S+))?$/.exec(text) ?? [];
      return { metric, stat };
    }),
    formula: formulaOf(expression, names),
    isBreaching: (value) => value > threshold,
    missingIsBreaching: false,
    ...{ period, needed, of },
  };
}
