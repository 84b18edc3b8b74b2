import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type AlarmDefinition, type AlarmName, alarmDefinitions } from './alarm-definitions.ts';
import { AlarmTopic } from './alarm-topic.ts';
import { FailureMetrics } from './failure-metrics.ts';
import { runbookLink } from './runbook-link.ts';
import { ServiceDashboard } from './service-dashboard.ts';
import { type Observed, serviceMetrics } from './service-metrics.ts';

interface LoggedFunction extends IFunction {
  readonly logs: ILogGroup;
}

export interface MonitoringProps extends Observed {
  readonly createPlant: LoggedFunction;
  readonly authorize: LoggedFunction;
  readonly alarmEmail: string | undefined;
  readonly repositoryUrl: string | undefined;
}

/** Counts what goes wrong, shows it, and calls someone. */
export class Monitoring extends Construct {
  readonly alarms: Readonly<Record<AlarmName, Alarm>>;

  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const { createPlant, authorize, repositoryUrl } = props;
    const { stackName, region } = Stack.of(this);
    const metrics = serviceMetrics(props);
    const failures = new FailureMetrics(this, 'Failures', {
      namespace: stackName,
      createPlantLogs: createPlant.logs,
      authorizeLogs: authorize.logs,
    });
    const action = new SnsAction(new AlarmTopic(this, 'AlarmTopic', { email: props.alarmEmail }));
    const alarm = (name: string, definition: AlarmDefinition): Alarm => {
      const { meaning, metric, threshold, periods } = definition;
      const alarm = new Alarm(this, name, {
        alarmName: `${stackName}-${name}`,
        alarmDescription: `${meaning} ${runbookLink(name, repositoryUrl)}`,
        metric,
        threshold,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        datapointsToAlarm: periods[0],
        evaluationPeriods: periods[1],
        // No traffic, no fault: a night without requests has no data.
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
      alarm.addAlarmAction(action);
      return alarm;
    };
    const definitions = Object.entries<AlarmDefinition>(alarmDefinitions(metrics, failures));
    this.alarms = Object.fromEntries(
      definitions.map(([name, definition]) => [name, alarm(name, definition)]),
    ) as Record<AlarmName, Alarm>;
    new ServiceDashboard(this, 'Dashboard', {
      // A name is taken once in an account, in all its regions together.
      name: `${stackName}-${region}`,
      metrics,
      failures,
      alarms: Object.values(this.alarms),
    });
  }
}
