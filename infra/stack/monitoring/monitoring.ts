import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  type CfnAlarm,
  ComparisonOperator,
  CompositeAlarm,
  type IAlarm,
  type IAlarmRule,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import {
  type AlarmDefinition,
  certificateExpires,
  failing,
  probeFailing,
  probeSilent,
  releaseFaults,
  slow,
  tickets,
  type WatchedMetrics,
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
  /** Of the custom domain. */
  readonly certificateArn: string | undefined;
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

    const { probe } = metrics;
    const probed = probe && this.alarms(probeFailing(probe), 'Unavailable');
    const paging = [
      ...this.pages(watched, probed && Object.values(probed)),
      ...(probe ? Object.values(this.alarms(probeSilent(probe))) : []),
    ];
    const { certificateArn } = props;
    const ticketing = Object.values({
      ...this.alarms(tickets(watched)),
      ...(certificateArn && this.alarms(certificateExpires(certificateArn))),
    });
    const masterKey = new AlarmKey(this, 'AlarmTopicKey');
    send(paging, new AlarmTopic(this, 'AlarmTopic', { email: props.alarmEmail, masterKey }));
    send(ticketing, new AlarmTopic(this, 'TicketTopic', { email: props.ticketEmail, masterKey }));

    const ofReleases = this.alarms(releaseFaults(watched), 'roll-back');
    const wrong = probed ? [probed.ProbeFails] : [];
    this.releaseFaults = {
      createPlant: [ofReleases.CreatePlantRelease, ...wrong],
      authorize: [ofReleases.AuthorizeRelease, ...wrong],
    };
    new ServiceDashboard(this, 'Dashboard', {
      // A name is taken once in an account, in all its regions together.
      name: `${stackName}-${region}`,
      metrics,
      failures,
      alarms: [...paging, ...ticketing, ...Object.values(ofReleases)],
    });
  }

  /** One page for one fault, whichever alarms it raises: slowness waits whether requests fail, too. */
  private pages(watched: WatchedMetrics, probed: readonly Alarm[] = []): CompositeAlarm[] {
    const fails = this.alarms(failing(watched), 'Unavailable');
    const isSlow = this.alarms(slow(watched), 'Slow');
    const unavailable = this.page(
      'Unavailable',
      'Clients get no answer, or an error of ours: 6 % of requests for minutes, or nearly all for one.',
      AlarmRule.anyOf(
        fails.FailingForMinutes,
        AlarmRule.allOf(fails.FailingForTwoMinutes, fails.FailingAltogether),
        fails.FailingAtLowTraffic,
        fails.FailingByGateway,
        ...probed,
      ),
    );
    const tooSlow = this.page(
      'Slow',
      'Clients wait two seconds or longer for an answer: 6 % of requests for minutes.',
      AlarmRule.anyOf(isSlow.SlowAnswers, isSlow.SlowAtLowTraffic),
      unavailable,
    );
    return [unavailable, tooSlow];
  }

  private page(
    name: string,
    meaning: string,
    alarmRule: IAlarmRule,
    unless?: CompositeAlarm,
  ): CompositeAlarm {
    // Metrics of one minute come up to three minutes apart.
    const apart = Duration.minutes(4);
    return new CompositeAlarm(this, name, {
      compositeAlarmName: this.fullName(name),
      alarmDescription: this.description(name, meaning),
      alarmRule,
      ...(unless && {
        actionsSuppressor: unless,
        actionsSuppressorWaitPeriod: apart,
        actionsSuppressorExtensionPeriod: apart,
      }),
    });
  }

  private alarms<Name extends string>(
    definitions: Readonly<Record<Name, AlarmDefinition>>,
    entry?: string,
  ): Record<Name, Alarm> {
    const made = Object.entries<AlarmDefinition>(definitions).map(
      ([name, definition]) => [name, this.alarm(name, definition, entry ?? name)] as const,
    );
    return Object.fromEntries(made) as Record<Name, Alarm>;
  }

  private alarm(
    name: string,
    { meaning, metric, threshold, periods, needsData = false }: AlarmDefinition,
    entry: string,
  ): Alarm {
    const alarm = new Alarm(this, name, {
      alarmName: this.fullName(name),
      alarmDescription: this.description(entry, meaning),
      metric,
      threshold,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      datapointsToAlarm: periods[0],
      evaluationPeriods: periods[1],
      // No traffic, no fault: a night without requests may have no data.
      treatMissingData: needsData ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    // The default, written down: all of it is simulated with windows that slide.
    (alarm.node.defaultChild as CfnAlarm).evaluationWindow = { slidingWindow: {} };
    return alarm;
  }

  private fullName(name: string): string {
    return `${Stack.of(this).stackName}-${name}`;
  }

  private description(entry: string, meaning: string): string {
    return `${meaning} ${runbookLink(entry, this.repositoryUrl)}`;
  }
}

/** Tells when it begins and when it is over. */
function send(alarms: readonly (Alarm | CompositeAlarm)[], topic: AlarmTopic): void {
  const action = new SnsAction(topic);
  for (const alarm of alarms) {
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
}
