import { Stack } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  type IAlarm,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import {
  type AlarmDefinition,
  pages,
  releaseFaults,
  tickets,
  unavailability,
} from './alarm-definitions.ts';
import { AlarmKey, AlarmTopic } from './alarm-topic.ts';
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
  readonly accessLogs: ILogGroup;
  readonly throttleRate: number;
  readonly alarmEmail: string | undefined;
  readonly ticketEmail: string | undefined;
  readonly repositoryUrl: string | undefined;
}

/** Counts what goes wrong, shows it, and calls someone. */
export class Monitoring extends Construct {
  /** By which a new version of which function is taken back. */
  readonly releaseFaults: Readonly<Record<'createPlant' | 'authorize', readonly IAlarm[]>>;
  private readonly repositoryUrl: string | undefined;

  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    this.repositoryUrl = props.repositoryUrl;
    const { stackName, region } = Stack.of(this);
    const metrics = serviceMetrics(props);
    const failures = new FailureMetrics(this, 'Failures', {
      namespace: stackName,
      createPlantLogs: props.createPlant.logs,
      authorizeLogs: props.authorize.logs,
      accessLogs: props.accessLogs,
    });
    const watched = { metrics, failures, throttleRate: props.throttleRate };

    const paging = [this.unavailable(unavailability(watched)), ...this.alarms(pages(watched))];
    const ticketing = this.alarms(tickets(watched));
    const masterKey = new AlarmKey(this, 'AlarmTopicKey');
    this.send(paging, new AlarmTopic(this, 'AlarmTopic', { email: props.alarmEmail, masterKey }));
    this.send(
      ticketing,
      new AlarmTopic(this, 'TicketTopic', { email: props.ticketEmail, masterKey }),
    );

    const { CreatePlantRelease, AuthorizeRelease } = releaseFaults(watched);
    this.releaseFaults = {
      createPlant: this.alarms({ CreatePlantRelease }, 'roll-back'),
      authorize: this.alarms({ AuthorizeRelease }, 'roll-back'),
    };
    new ServiceDashboard(this, 'Dashboard', {
      // A name is taken once in an account, in all its regions together.
      name: `${stackName}-${region}`,
      metrics,
      failures,
      alarms: [...paging, ...ticketing, ...Object.values(this.releaseFaults).flat()],
    });
  }

  /** One call for one outage, whichever of its alarms is sure first. */
  private unavailable(definitions: Readonly<Record<string, AlarmDefinition>>): CompositeAlarm {
    const isOn = this.alarms(definitions, 'Unavailable').map((alarm) =>
      AlarmRule.fromAlarm(alarm, AlarmState.ALARM),
    );
    return new CompositeAlarm(this, 'Unavailable', {
      compositeAlarmName: this.fullName('Unavailable'),
      alarmDescription: this.description(
        'Unavailable',
        'One request in sixteen fails by our fault, for minutes, or for longer where there is little traffic.',
      ),
      alarmRule: AlarmRule.anyOf(...isOn),
    });
  }

  private alarms(definitions: Readonly<Record<string, AlarmDefinition>>, entry?: string): Alarm[] {
    return Object.entries(definitions).map(
      ([name, { meaning, metric, threshold, periods }]) =>
        new Alarm(this, name, {
          alarmName: this.fullName(name),
          alarmDescription: this.description(entry ?? name, meaning),
          metric,
          threshold,
          comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
          datapointsToAlarm: periods[0],
          evaluationPeriods: periods[1],
          // No traffic, no fault: a night without requests may have no data.
          treatMissingData: TreatMissingData.NOT_BREACHING,
        }),
    );
  }

  private send(alarms: readonly (Alarm | CompositeAlarm)[], topic: AlarmTopic): void {
    for (const alarm of alarms) alarm.addAlarmAction(new SnsAction(topic));
  }

  private fullName(name: string): string {
    return `${Stack.of(this).stackName}-${name}`;
  }

  private description(entry: string, meaning: string): string {
    return `${meaning} ${runbookLink(entry, this.repositoryUrl)}`;
  }
}
