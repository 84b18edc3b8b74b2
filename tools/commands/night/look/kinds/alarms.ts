import {
  type CompositeAlarm,
  DescribeAlarmsCommand,
  GetDashboardCommand,
  type MetricAlarm,
} from '@aws-sdk/client-cloudwatch';
import { askAllPages } from '../../../../shared/stage/ask-all-pages.ts';
import type { Asking } from '../asking.ts';
import { foundIn } from '../aws-answer.ts';
import { type Broken, type Consequence, changedByHand } from '../consequence.ts';
import { type Expected, propertyAt } from '../expected.ts';
import { aws, nameOf, repairOf } from '../mends.ts';
import { type Made, propertyText, type ResourceKind } from './resource-kind.ts';

export type AnyAlarm = MetricAlarm & CompositeAlarm;

const metricType = 'AWS::CloudWatch::Alarm';
const compositeType = 'AWS::CloudWatch::CompositeAlarm';

/** All alarms of a stack, with the composite ones, which AWS leaves out unless it is asked for them. */
export function askAlarms({ ask }: Asking, stack: string) {
  // Another stage can have a name that begins with it. Each alarm is then found by its whole name.
  const AlarmNamePrefix = `${stack}-`;
  return ask('cloudwatch:DescribeAlarms', { AlarmNamePrefix }, ({ cloudwatch }, signal) =>
    askAllPages<AnyAlarm>(async (NextToken) => {
      const command = new DescribeAlarmsCommand({
        AlarmNamePrefix,
        AlarmTypes: ['CompositeAlarm', 'MetricAlarm'],
        NextToken,
      });
      const {
        MetricAlarms = [],
        CompositeAlarms = [],
        NextToken: next,
      } = await cloudwatch.send(command, signal);
      return [[...MetricAlarms, ...CompositeAlarms], next];
    }),
  );
}

/** The topics that an alarm calls. */
export function topicsOf({ properties }: Expected): unknown[] {
  return [properties['AlarmActions'] ?? []].flat();
}

/** The topics that the composite alarms call are those that page. */
export function pagingTopics(expected: readonly Expected[]): unknown[] {
  return expected.filter(({ type }) => type === compositeType).flatMap(topicsOf);
}

/**
 * The most milliseconds that a metric alarm stays on after its fault is over: until too few of its last periods are bad.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html
 */
export function timeUntilOff({ properties }: Expected): number {
  const all = Number(properties['EvaluationPeriods'] ?? 0);
  const bad = Number(properties['DatapointsToAlarm'] ?? all);
  const metrics = [properties, ...[properties['Metrics'] ?? []].flat()];
  const seconds = metrics.flatMap((one) =>
    ['Period', 'MetricStat.Period'].map((path) => Number(propertyAt(one, path) ?? 0)),
  );
  return (all - bad + 1) * Math.max(...seconds) * 1000;
}

export function isAlarm({ type }: Expected): boolean {
  return type === metricType || type === compositeType;
}

/** The name without that of the stack: `Throttled`. */
export function alarmName(alarm: Expected): string {
  return /[^-]*$/.exec(propertyText(alarm, 'AlarmName'))?.[0] ?? '';
}

/** The name of the stack, with which the name of an alarm begins. */
function stackOf(alarm: Expected): string {
  return propertyText(alarm, 'AlarmName').replace(/-[^-]*$/, '');
}

const noAlarm = changedByHand(
  'SILENT',
  'A fault that it should see calls nobody, and stops no release.',
);

const callsNobody: Consequence = {
  ...noAlarm,
  means: 'It is silenced: it calls nobody when it is on.',
  mend: (it: Broken) => [aws('cloudwatch enable-alarm-actions', { 'alarm-names': nameOf(it) })],
};

const common = {
  name: (expected: Expected) => `The alarm ${alarmName(expected)}`,
  ask: async (asking: Asking, expected: Made) =>
    foundIn(
      await askAlarms(asking, stackOf(expected)),
      ({ AlarmName }) => AlarmName === expected.physicalId,
    ),
  ifDeleted: noAlarm,
};

const calls = {
  ActionsEnabled: callsNobody,
  AlarmActions: {
    ...noAlarm,
    means: 'It calls somebody else than it should, or nobody.',
    unset: [],
  },
  OKActions: { ...noAlarm, rank: 'LACKS', means: 'Nobody hears that it is over.', unset: [] },
} satisfies ResourceKind['properties'];

const metricAlarm: ResourceKind = {
  ...common,
  type: metricType,
  properties: {
    ...calls,
    ComparisonOperator: noAlarm,
    DatapointsToAlarm: noAlarm,
    EvaluationPeriods: noAlarm,
    Metrics: noAlarm,
    Threshold: noAlarm,
    TreatMissingData: noAlarm,
  },
};

const compositeAlarm: ResourceKind = {
  ...common,
  type: compositeType,
  properties: {
    ...calls,
    AlarmRule: noAlarm,
    ActionsSuppressor: {
      ...callsNobody,
      means: 'Another alarm silences it.',
      mend: repairOf,
      unset: '',
    },
  },
};

const dashboard: ResourceKind = {
  type: 'AWS::CloudWatch::Dashboard',
  name: () => 'The dashboard',
  ask: ({ ask }, { physicalId: DashboardName }) =>
    ask('cloudwatch:GetDashboard', { DashboardName }, ({ cloudwatch }, signal) =>
      cloudwatch.send(new GetDashboardCommand({ DashboardName }), signal),
    ),
  ifDeleted: changedByHand('LACKS', 'People on call cannot see the graphs.'),
  properties: {},
};

export const alarmKinds = [metricAlarm, compositeAlarm, dashboard];
