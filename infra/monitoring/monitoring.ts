import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  type CfnAlarm,
  ComparisonOperator,
  CompositeAlarm,
  type CompositeAlarmProps,
  type IAlarm,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import {
  certificateExpires,
  failing,
  probeFailing,
  probeSilent,
  releaseFaults,
  slow,
  tickets,
  type WatchedMetrics,
} from './alarm-definitions.ts';
import { alarmMeanings } from './alarm-meanings.ts';
import { alarmKey, alarmTopic } from './alarm-topic.ts';
import { failureMetrics } from './failure-metrics.ts';
import { type AlarmCondition, type AlarmName, alarmConditions } from './objectives.ts';
import { ServiceDashboard } from './service-dashboard.ts';
import { type LiveName, type Observed, serviceMetrics } from './service-metrics.ts';

const { GREATER_THAN_THRESHOLD, LESS_THAN_THRESHOLD } = ComparisonOperator;

export interface MonitoringProps extends Observed {
  readonly live: Readonly<Record<LiveName, IFunction & { readonly logs: ILogGroup }>>;
  readonly accessLogs: ILogGroup;
  /** Of the custom domain. */
  readonly certificateArn: string | undefined;
  readonly settings: {
    readonly throttleRate: number;
    readonly alarmEmail: readonly string[];
    readonly ticketEmail: readonly string[];
    /** Alarms link to the runbook there. */
    readonly repositoryUrl: string | undefined;
  };
}

/** Counts failures, shows them, and calls somebody. */
export class Monitoring extends Construct {
  /** The alarms that roll back a new version of each function. */
  readonly releaseFaults: Readonly<Record<LiveName, readonly IAlarm[]>>;
  private readonly runbook: string;

  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const { certificateArn } = props;
    const { throttleRate, alarmEmail, ticketEmail, repositoryUrl } = props.settings;
    this.runbook = `${repositoryUrl ? `${repositoryUrl}/blob/main/` : ''}docs/RUNBOOK.md`;
    const metrics = serviceMetrics(props);
    const failures = failureMetrics(this, {
      createPlant: props.live.createPlant.logs,
      authorize: props.live.authorize.logs,
      access: props.accessLogs,
    });
    const watched = { metrics, failures, throttleRate };

    const { probe } = metrics;
    const probed = probe && this.alarms(probeFailing(probe), 'Unavailable');
    const paging = [
      ...this.pages(watched, Object.values(probed ?? {})),
      ...(probe ? Object.values(this.alarms(probeSilent(probe))) : []),
    ];
    const ticketing = Object.values({
      ...this.alarms(tickets(watched)),
      ...(certificateArn && this.alarms(certificateExpires(certificateArn))),
    });
    const key = alarmKey(this);
    send(paging, alarmTopic(this, 'AlarmTopic', key, alarmEmail));
    send(ticketing, alarmTopic(this, 'TicketTopic', key, ticketEmail));

    const ofReleases = this.alarms(releaseFaults(watched), 'roll-back');
    const wrong = probed ? [probed.ProbeFails] : [];
    this.releaseFaults = {
      createPlant: [ofReleases.CreatePlantRelease, ...wrong],
      authorize: [ofReleases.AuthorizeRelease, ...wrong],
    };
    const all = [...paging, ...ticketing, ...Object.values(ofReleases)];
    new ServiceDashboard(this, 'Dashboard', watched, all);
  }

  /** One page for one fault: slowness waits, because requests can also fail. */
  private pages(watched: WatchedMetrics, probed: readonly Alarm[]): CompositeAlarm[] {
    const fails = this.alarms(failing(watched), 'Unavailable');
    const isSlow = this.alarms(slow(watched), 'Slow');
    const unavailable = this.page('Unavailable', {
      alarmRule: AlarmRule.anyOf(
        fails.FailingForMinutes,
        AlarmRule.allOf(fails.FailingForTwoMinutes, fails.FailingAltogether),
        fails.FailingAtLowTraffic,
        fails.FailingByGateway,
        ...probed,
      ),
    });
    // Metrics of one minute come up to three minutes apart.
    const apart = Duration.minutes(4);
    const tooSlow = this.page('Slow', {
      alarmRule: AlarmRule.anyOf(...Object.values(isSlow)),
      actionsSuppressor: unavailable,
      actionsSuppressorWaitPeriod: apart,
      actionsSuppressorExtensionPeriod: apart,
    });
    return [unavailable, tooSlow];
  }

  private page(name: 'Unavailable' | 'Slow', props: CompositeAlarmProps): CompositeAlarm {
    const { alarmName: compositeAlarmName, alarmDescription } = this.named(name);
    return new CompositeAlarm(this, name, { compositeAlarmName, alarmDescription, ...props });
  }

  private alarms<Name extends AlarmName>(
    metrics: Readonly<Record<Name, IMetric>>,
    entry?: string,
  ): Record<Name, Alarm> {
    const made = Object.entries<IMetric>(metrics).map(([name, metric]) => {
      const condition: AlarmCondition = alarmConditions[name as Name];
      const { above = 0, below, periods, needsDataAfterMinutes: after } = condition;
      const alarm = new Alarm(this, name, {
        ...this.named(name as Name, entry),
        metric,
        threshold: below ?? above,
        comparisonOperator: below === undefined ? GREATER_THAN_THRESHOLD : LESS_THAN_THRESHOLD,
        datapointsToAlarm: periods[0],
        evaluationPeriods: periods[1],
        // Without traffic there is no fault: a night without requests can have no data.
        treatMissingData: after ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      });
      const resource = alarm.node.defaultChild as CfnAlarm;
      // The default, written down: the simulation has windows that slide.
      resource.evaluationWindow = { slidingWindow: {} };
      if (after !== undefined) resource.warmUpConfiguration = warmUp(after);
      return [name, alarm];
    });
    return Object.fromEntries(made);
  }

  private named(name: keyof typeof alarmMeanings, entry: string = name) {
    return {
      alarmName: `${Stack.of(this).stackName}-${name}`,
      alarmDescription: `${alarmMeanings[name]} ${this.runbook}#${entry.toLowerCase()}`,
    };
  }
}

/** Of the whole time, because FILL also makes values of a metric that has none yet. */
function warmUp(warmUpPeriodDurationInMinutes: number) {
  return { warmUpPeriodDurationInMinutes, onlyStartEvaluatingAfterWarmUpPeriodEnds: true };
}

/** Also sends when an alarm is over. */
function send(alarms: readonly (Alarm | CompositeAlarm)[], topic: ITopic): void {
  const action = new SnsAction(topic);
  for (const alarm of alarms) {
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
}
