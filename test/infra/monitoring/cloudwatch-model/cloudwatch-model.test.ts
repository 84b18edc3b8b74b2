import { describe, expect, it } from 'vitest';
import { firstMinuteOn } from './alarm-over-time.ts';
import { countedIn } from './filter-patterns.ts';
import { isBad, type Missing, type Values } from './metric-math.ts';

// The tests of alarms are only as right as this model.

function isCounted(FilterPattern: string, line: unknown): boolean {
  const MetricTransformations = [{ MetricName: 'Any' }] as const;
  const filter = { FilterPattern, LogGroupName: { Ref: 'Logs' }, MetricTransformations };
  return countedIn(/Logs/, [line], [filter]).length > 0;
}

it.each([
  ['{ $.status = 500 }', { status: 500 }, { status: '500' }],
  ['{ $.status = "5*" }', { status: '503' }, { status: '403' }],
  ['{ $.status != "5*" }', { status: '403' }, {}],
  ['{ $.a.client NOT EXISTS }', { a: {} }, { a: { client: 'nursery' } }],
  ['{ $.latency = %^[2-9]% }', { latency: '2.5' }, { latency: '12' }],
  ['{ $.a = 1 && ($.b = 2 || $.b = 3) }', { a: 1, b: 3 }, { b: 3 }],
])('the filter %s counts %o, and not %o', (pattern, counted, other) => {
  expect(isCounted(pattern, counted)).toBe(true);
  expect(isCounted(pattern, other)).toBe(false);
});

/** An alarm that is on above 2. */
function alarm(Expression: string, TreatMissingData = 'notBreaching') {
  const metrics = ['failed', 'all'].map((Id) => ({ Id, MetricStat: {} }));
  return { Metrics: [...metrics, { Id: 'value', Expression }], Threshold: 2, TreatMissingData };
}

const [asZero, asNothing]: readonly Missing[] = ['missing is 0', 'missing has no result'];

describe('an expression', () => {
  it.each<[string, Values, boolean, boolean]>([
    ['failed', { failed: 3 }, true, true],
    ['failed', { failed: 2 }, false, false],
    // Only AWS knows which of both is right.
    ['failed - all', { failed: 3 }, true, false],
    ['failed - FILL(all, 0)', { failed: 3 }, true, true],
    ['failed * (all / all)', { failed: 3 }, false, false],
    ['failed - (0.5 * all)', { failed: 10, all: 20 }, false, false],
  ])('%s of %o', (expression, values, byZero, byNothing) => {
    expect(isBad(alarm(expression), values, asZero ?? expect.fail())).toBe(byZero);
    expect(isBad(alarm(expression), values, asNothing ?? expect.fail())).toBe(byNothing);
  });

  it('without a result is bad only for an alarm that needs data', () => {
    expect(isBad(alarm('failed'), {}, 'missing is 0')).toBe(false);
    expect(isBad(alarm('failed', 'breaching'), {}, 'missing is 0')).toBe(true);
  });
});

describe('over time', () => {
  const periods = { DatapointsToAlarm: 2, EvaluationPeriods: 3 };
  const failing = { ...alarm('failed'), ...periods };

  it.each([
    ['in each minute', [0, 1, 2], 1],
    ['in two of three minutes', [0, 2], 2],
    ['in two of four minutes', [0, 3], undefined],
  ])('an alarm that needs two of three minutes, with failures %s', (_, bad, first) => {
    const course = (minute: number) => ({ failed: bad.includes(minute) ? 9 : 0 });
    expect(firstMinuteOn(failing, course, 'missing is 0', {})).toBe(first);
  });

  it('an alarm is on later if its metric comes late', () => {
    const course = (minute: number) => ({ failed: minute < 0 ? 0 : 9 });
    expect(firstMinuteOn(failing, course, 'missing is 0', { failed: 1 })).toBe(2);
  });
});
