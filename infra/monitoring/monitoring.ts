import { Stack, Validations } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  type CfnAlarm,
  ComparisonOperator,
  CompositeAlarm,
  type IAlarm,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { failureMetrics } from './failure-metrics.ts';
import { certificateExpires, failing, probing, releaseFaults, tickets } from './formulas.ts';
import { type AlarmCondition, type AlarmName, alarmConditions, unavailable } from './objectives.ts';
import { saveQueries } from './queries.ts';
import { ServiceDashboard } from './service-dashboard.ts';
import { type LiveName, type Observed, serviceMetrics } from './service-metrics.ts';

const { GREATER_THAN_THRESHOLD, LESS_THAN_THRESHOLD } = ComparisonOperator;

type Logging = IFunction & { readonly logs: ILogGroup };

export interface MonitoringProps extends Observed {
  readonly live: Readonly<Record<LiveName, Logging>>;
  readonly probe: Logging | undefined;
  readonly accessLogs: ILogGroup;
  readonly settings: {
    readonly throttleRate: number;
    readonly alarmEmail: readonly string[];
    readonly ticketEmail: readonly string[];
    /** Alarms link to the runbook there. */
    readonly repositoryUrl: string | undefined;
    /** Of the custom domain. */
    readonly certificateArn: string | undefined;
  };
}

/** Counts failures, shows them, and calls somebody. */
export class Monitoring extends Construct {
  /** The alarms that roll back a new version of each function. */
  readonly releaseFaults: Readonly<Record<LiveName, readonly IAlarm[]>>;
  private readonly runbook: string;

  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const { throttleRate, alarmEmail, ticketEmail, repositoryUrl, certificateArn } = props.settings;
    this.runbook = `${repositoryUrl ? `${repositoryUrl}/blob/main/` : ''}docs/RUNBOOK.md`;
    const logs = {
      access: props.accessLogs,
      createPlant: props.live.createPlant.logs,
      authorize: props.live.authorize.logs,
      probe: props.probe?.logs,
    };
    const metrics = serviceMetrics(props);
    const watched = { metrics, failures: failureMetrics(this, logs), throttleRate };

    const fails = this.alarms(failing(watched));
    const inTheMorning = this.alarms(tickets(watched));
    const ofReleases = this.alarms(releaseFaults(watched));
    const probed = metrics.probe && this.alarms(probing(metrics.probe));
    const ofCertificate = certificateArn && this.alarms(certificateExpires(certificateArn));

    const { alarmName, alarmDescription } = this.named('Unavailable', unavailable);
    const page = new CompositeAlarm(this, 'Unavailable', {
      compositeAlarmName: alarmName,
      alarmDescription,
      alarmRule: AlarmRule.anyOf(...Object.values(fails), ...(probed ? [probed.ProbeFails] : [])),
    });
    const paging = [page, ...(probed ? [probed.ProbeSilent] : [])];
    const ticketing = Object.values({ ...inTheMorning, ...ofCertificate });
    this.call('AlarmTopic', alarmEmail, paging);
    this.call('TicketTopic', ticketEmail, ticketing);

    const ofProbe = probed ? [probed.ProbeRelease, probed.ProbeFaultRelease] : [];
    this.releaseFaults = {
      createPlant: [ofReleases.CreatePlantRelease, ...ofProbe],
      authorize: [ofReleases.AuthorizeRelease, ...ofProbe],
    };
    saveQueries(this, logs);
    const all = [...paging, ...ticketing, ...Object.values(ofReleases), ...ofProbe];
    new ServiceDashboard(this, 'Dashboard', watched, all);
  }

  private alarms<Name extends AlarmName>(
    metrics: Readonly<Record<Name, IMetric>>,
  ): Record<Name, Alarm> {
    const made = Object.entries<IMetric>(metrics).map(([name, metric]) => {
      const condition: AlarmCondition = alarmConditions[name as Name];
      const { above = 0, below, entry, periods, needsDataAfterMinutes: after, meaning } = condition;
      const alarm = new Alarm(this, name, {
        ...this.named(name, meaning, entry),
        metric,
        threshold: below ?? above,
        comparisonOperator: below === undefined ? GREATER_THAN_THRESHOLD : LESS_THAN_THRESHOLD,
        datapointsToAlarm: periods[0],
        evaluationPeriods: periods[1],
        // Without traffic there is no fault: a night without requests can have no data.
        treatMissingData: after ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      });
      // Of the whole time, because FILL also makes values of a metric that has none yet.
      const warmUp = after && {
        warmUpPeriodDurationInMinutes: after,
        onlyStartEvaluatingAfterWarmUpPeriodEnds: true,
      };
      if (warmUp) (alarm.node.defaultChild as CfnAlarm).warmUpConfiguration = warmUp;
      return [name, alarm];
    });
    return Object.fromEntries(made);
  }

  private named(name: string, meaning: string, entry = name) {
    return {
      alarmName: `${Stack.of(this).stackName}-${name}`,
      alarmDescription: `${meaning} ${this.runbook}#${entry.toLowerCase()}`,
    };
  }

  /** Sends alarms to these addresses, also when they are over. Others can subscribe later. */
  private call(
    id: string,
    addresses: readonly string[],
    alarms: readonly (Alarm | CompositeAlarm)[],
  ) {
    const topic = new Topic(this, id, { enforceSSL: true });
    topic.addToResourcePolicy(onlyAlarms(topic));
    for (const address of addresses.filter((one) => one !== 'none')) {
      const isUrl = address.startsWith('https://');
      const subscription = isUrl ? new UrlSubscription(address) : new EmailSubscription(address);
      Validations.of(topic.addSubscription(subscription)).acknowledge({
        id: 'Serverless-SNSRedrivePolicy',
        reason:
          'A queue of undelivered messages would need an alarm of its own; the dashboard shows the alarm, also if its message is lost.',
      });
    }
    const action = new SnsAction(topic);
    for (const alarm of alarms) {
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
  }
}

/** Alarms of this account. */
function onlyAlarms(topic: Topic): PolicyStatement {
  const { account, region, partition } = Stack.of(topic);
  return new PolicyStatement({
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    actions: ['sns:Publish'],
    resources: [topic.topicArn],
    conditions: {
      StringEquals: { 'aws:SourceAccount': account },
      ArnLike: { 'aws:SourceArn': `arn:${partition}:cloudwatch:${region}:${account}:alarm:*` },
    },
  });
}
