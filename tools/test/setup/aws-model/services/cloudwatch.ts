import {
  DeleteAlarmMuteRuleCommand,
  DescribeAlarmsCommand,
  EnableAlarmActionsCommand,
  GetAlarmMuteRuleCommand,
  GetDashboardCommand,
  GetMetricDataCommand,
  ListAlarmMuteRulesCommand,
} from '@aws-sdk/client-cloudwatch';
import { arn } from '../aws-names.ts';
import type { AwsState } from '../aws-state.ts';
import type { Deployed } from '../deployed.ts';
import { resourceOf } from '../find.ts';
import { AwsError, operation } from '../operation.ts';
import { pageOf } from '../paging.ts';

const metric = 'AWS::CloudWatch::Alarm';
const composite = 'AWS::CloudWatch::CompositeAlarm';

/** What an alarm is, and its state. */
function alarmOf(state: AwsState, { physicalId, properties }: Deployed) {
  const { Tags: _, ...own } = properties;
  const { value, since, reason } = state.alarms[physicalId] ?? {};
  return {
    ...own,
    AlarmArn: arn(state.place, 'cloudwatch', `alarm:${physicalId}`),
    StateValue: value,
    StateReason: reason,
    StateUpdatedTimestamp: since,
    StateTransitionedTimestamp: since,
  };
}

function setActions(state: AwsState, names: readonly string[] = [], enabled: boolean): object {
  for (const { physicalId, properties } of state.resources) {
    if (names.includes(physicalId)) properties.ActionsEnabled = enabled;
  }
  return {};
}

export const cloudwatch = [
  operation(DescribeAlarmsCommand, (input, state) => {
    // Without types, AWS answers with metric alarms only.
    const { AlarmTypes = ['MetricAlarm'], AlarmNames: names, AlarmNamePrefix: prefix } = input;
    const types = AlarmTypes.map((type) => (type === 'CompositeAlarm' ? composite : metric));
    const asked = state.resources.filter(
      ({ type, physicalId }) =>
        types.some((one) => one === type) &&
        (names === undefined || names.includes(physicalId)) &&
        (prefix === undefined || physicalId.startsWith(prefix)) &&
        (input.StateValue === undefined || state.alarms[physicalId]?.value === input.StateValue),
    );
    const { items, next } = pageOf(state, asked, input.NextToken);
    const ofType = (type: string) =>
      items.filter((one) => one.type === type).map((one) => alarmOf(state, one));
    return { MetricAlarms: ofType(metric), CompositeAlarms: ofType(composite), NextToken: next };
  }),
  operation(EnableAlarmActionsCommand, ({ AlarmNames }, state) =>
    setActions(state, AlarmNames, true),
  ),
  operation(ListAlarmMuteRulesCommand, ({ Statuses, NextToken }, state) => {
    const asked = state.muteRules.filter(
      ({ status }) => Statuses === undefined || Statuses.includes(status),
    );
    const { items, next } = pageOf(state, asked, NextToken);
    return {
      AlarmMuteRuleSummaries: items.map(({ name, status }) => ({
        AlarmMuteRuleArn: arn(state.place, 'cloudwatch', `alarm-mute-rule:${name}`),
        Status: status,
      })),
      NextToken: next,
    };
  }),
  operation(GetAlarmMuteRuleCommand, ({ AlarmMuteRuleName }, state) => {
    const rule = state.muteRules.find(({ name }) => name === AlarmMuteRuleName);
    if (rule === undefined) throw new AwsError('ResourceNotFoundException', 404);
    return {
      Name: rule.name,
      Status: rule.status,
      MuteTargets: { AlarmNames: rule.alarmNames },
      StartDate: state.now,
    };
  }),
  operation(DeleteAlarmMuteRuleCommand, ({ AlarmMuteRuleName }, state) => {
    state.muteRules = state.muteRules.filter(({ name }) => name !== AlarmMuteRuleName);
    return {};
  }),
  operation(GetDashboardCommand, ({ DashboardName }, state) => {
    const missing = new AwsError('DashboardNotFoundError', 404);
    const found = resourceOf(state, 'AWS::CloudWatch::Dashboard', DashboardName, missing);
    return { DashboardName, DashboardBody: found.properties.DashboardBody };
  }),
  operation(GetMetricDataCommand, ({ MetricDataQueries = [], EndTime }, state) => ({
    MetricDataResults: MetricDataQueries.flatMap(
      ({ Id, Expression, Label, MetricStat, Period = 60 }) => {
        const step = (MetricStat?.Period ?? Period) * 1000;
        const newest = Math.floor((Number(EndTime) - 1) / step) * step;
        // A query by SQL groups by the first dimension. The stand-in knows the metric that it names.
        const [, grouped = ''] = /^SELECT \w+\((\w+)\)/.exec(Expression ?? '') ?? [];
        const { MetricName = '', Dimensions = [] } = MetricStat?.Metric ?? {};
        const named = [MetricName, Dimensions[0]?.Value].filter(Boolean).join(' ');
        const withStatistic = [MetricName, MetricStat?.Stat, Dimensions[0]?.Value].join(' ');
        const series = grouped
          ? Object.entries(state.metrics).filter(([name]) => name.startsWith(`${grouped} `))
          : [[named, state.metrics[withStatistic] ?? state.metrics[named] ?? []] as const];
        return series.map(([name, values]) => ({
          Id,
          Label: Label ?? name.replace(/^\S+ ?/, ''),
          StatusCode: 'Complete' as const,
          Values: [...values],
          Timestamps: values.map((_, index) => new Date(newest - index * step)),
        }));
      },
    ),
  })),
];
