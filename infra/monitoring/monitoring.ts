import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  type CfnAlarm,
  ComparisonOperator,
  CompositeAlarm,
  type IAlarmRule,
  MathExpression,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { LiveName } from '../../functions/service.ts';
import { saveQueries } from '../saved-queries.ts';
import type { Settings } from '../settings.ts';
import type { AlarmEffect } from './alarm-effect.ts';
import { type AlarmEntries, type AlarmEntry, slowSeconds } from './alarm-entry.ts';
import { certificateAlarms } from './certificate-alarms.ts';
import { notify } from './notifications.ts';
import { probeAlarms } from './probe-alarms.ts';
import { releaseAlarms } from './release-alarms.ts';
import { serviceAlarms } from './service-alarms.ts';
import { ServiceDashboard } from './service-dashboard.ts';
import { createServiceMetrics, type ServiceMetrics } from './service-metrics.ts';
import type { WatchedService } from './watched-service.ts';

/** An entry, with the alarm that was made of it. */
interface NamedAlarm extends AlarmEntry {
  readonly name: string;
  readonly alarm: Alarm;
}

/** Counts failures, shows them, and sends pages and tickets. */
export class Monitoring extends Construct {
  private readonly runbook: string;
  private readonly alarms: readonly NamedAlarm[];

  constructor(scope: Construct, id: string, watched: WatchedService) {
    super(scope, id);
    const { settings } = watched;
    this.runbook = runbookOf(settings);
    const metrics = createServiceMetrics(this, watched);
    this.alarms = Object.entries(alarmEntries(metrics, settings)).map(([name, entry]) => {
      return { ...entry, name, alarm: this.createAlarm(name, entry) };
    });
    const unavailable = this.createUnavailable();
    notify(this, 'AlarmTopic', [unavailable, ...this.alarmsOfKind('page')], settings.alarmEmail);
    notify(this, 'TicketTopic', this.alarmsOfKind('ticket'), settings.ticketEmail);
    new ServiceDashboard(this, 'Dashboard', {
      settings,
      metrics,
      alarms: [unavailable, ...this.alarms.map(({ alarm }) => alarm)],
      runbook: this.runbook,
      queries: saveQueries(this, watched),
    });
  }

  /** The alarms that take back a release of this function. */
  releaseAlarmsOf(name: LiveName): readonly Alarm[] {
    return this.alarmsWith(
      (effect) => effect.kind === 'rollback' && [name, 'each'].includes(effect.of),
    );
  }

  private createAlarm(name: string, entry: AlarmEntry): Alarm {
    const { above = 0, minutes = 1, periods, needsDataAfterMinutes: after } = entry;
    const alarm = new Alarm(this, name, {
      ...this.labels(name, entry.meaning, headingOf(name, entry)),
      metric: new MathExpression({
        expression: entry.formula,
        usingMetrics: entry.metrics,
        period: Duration.minutes(minutes),
      }),
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      datapointsToAlarm: periods[0],
      evaluationPeriods: periods[1],
      // Without traffic there is no fault: a night without requests can have no data.
      treatMissingData: after ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    if (after) {
      const resource = alarm.node.defaultChild as CfnAlarm;
      resource.warmUpConfiguration = {
        warmUpPeriodDurationInMinutes: after,
        // FILL also makes values of a metric that has none yet.
        onlyStartEvaluatingAfterWarmUpPeriodEnds: true,
      };
    }
    return alarm;
  }

  /** One page of many alarms, because a fault often slows answers before it fails them. */
  private createUnavailable(): CompositeAlarm {
    const meaning = `Clients get no answer, an error of ours, or wait ${slowSeconds} seconds for it, or the probe is broken.`;
    const { alarmName, ...labels } = this.labels('Unavailable', meaning, 'unavailable');
    return new CompositeAlarm(this, 'Unavailable', {
      compositeAlarmName: alarmName,
      ...labels,
      alarmRule: AlarmRule.anyOf(...this.alarmsOfKind('part'), ...this.pairs()),
    });
  }

  /** Two alarms that are a part of Unavailable only together. A stage without a probe has no such pair. */
  private pairs(): readonly IAlarmRule[] {
    return this.alarms.flatMap(({ alarm, pagesTogetherWith }) => {
      const other = this.alarms.find(({ name }) => name === pagesTogetherWith);
      return other ? AlarmRule.allOf(other.alarm, alarm) : [];
    });
  }

  private labels(name: string, meaning: string, heading: string) {
    return {
      alarmName: `${Stack.of(this).stackName}-${name}`,
      alarmDescription: `${meaning} ${this.runbook}#${heading}`,
      // The default, written down: only then does CloudFormation see that an alarm was silenced by hand.
      actionsEnabled: true,
    };
  }

  private alarmsOfKind(kind: AlarmEffect['kind']): readonly Alarm[] {
    return this.alarmsWith((effect) => effect.kind === kind);
  }

  private alarmsWith(isWanted: (effect: AlarmEffect) => boolean): readonly Alarm[] {
    return this.alarms.filter(({ effect }) => isWanted(effect)).map(({ alarm }) => alarm);
  }
}

function runbookOf({ repositoryUrl }: Settings): string {
  return `${repositoryUrl ? `${repositoryUrl}/blob/main/` : ''}docs/RUNBOOK.md`;
}

/** The alarms of this stage, by their names. */
function alarmEntries(metrics: ServiceMetrics, settings: Settings): AlarmEntries {
  const { throttleRate, certificateArn } = settings;
  return {
    ...serviceAlarms(metrics, throttleRate),
    ...releaseAlarms(metrics),
    ...(metrics.probe && probeAlarms(metrics.probe, metrics.logs.requests.all)),
    ...(certificateArn && certificateAlarms(certificateArn)),
  };
}

/** The heading in the runbook. Alarms that call nobody by themselves share one. */
function headingOf(name: string, { effect }: AlarmEntry): string {
  if (effect.kind === 'rollback') return 'roll-back';
  return (effect.kind === 'part' ? effect.of : name).toLowerCase();
}
