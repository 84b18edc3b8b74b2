import { Duration } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type GraphWidgetProps,
  type IAlarm,
  type IMetric,
  type Metric,
  PeriodOverride,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { answers, refusals } from './answers.ts';
import type { FailureMetrics } from './failure-metrics.ts';
import type { ServiceMetrics } from './service-metrics.ts';

export interface ServiceDashboardProps {
  readonly name: string;
  readonly metrics: ServiceMetrics;
  readonly failures: FailureMetrics;
  readonly alarms: readonly IAlarm[];
}

/** Three questions, from top to bottom, in the order in which they matter at night. */
export class ServiceDashboard extends Dashboard {
  constructor(scope: Construct, id: string, props: ServiceDashboardProps) {
    const { name, metrics, failures, alarms } = props;
    super(scope, id, {
      dashboardName: name,
      defaultInterval: Duration.hours(12),
      // Sums per minute stay so, however far one zooms out.
      periodOverride: PeriodOverride.INHERIT,
    });
    const { gateway, createPlant, authorize, plants, tokens } = metrics;

    this.question('Are clients being served?');
    this.addWidgets(
      graph('Answers a minute', 16, {
        stacked: true,
        left: answers(metrics, failures),
      }),
      new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 8, height: 6 }),
    );

    this.question('How fast?');
    this.addWidgets(
      graph('Latency, ms', 8, {
        left: [
          named('half of requests', gateway.latency('p50')),
          named('90 %', gateway.latency('p90')),
          named('99 %', gateway.latency('p99')),
        ],
      }),
      graph('Time in the functions, ms (99 %)', 8, {
        left: [
          named('CreatePlant', createPlant.duration('p99')),
          named('Authorize', authorize.duration('p99')),
        ],
      }),
      graph('Time in DynamoDB, ms (average)', 8, {
        left: [
          named('put a plant', plants.latency('Average')),
          named('get a token', tokens.latency('Average')),
        ],
      }),
    );

    this.question('What fails, and whose fault is it?');
    this.addWidgets(
      graph('Ours, a minute', 8, {
        left: [
          named('1000, unexpected', failures.unexpected),
          named('CreatePlant crashed', createPlant.errors),
          named('Authorize failed', authorize.errors),
          named('out of concurrency: CreatePlant', createPlant.throttles),
          named('out of concurrency: Authorize', authorize.throttles),
        ],
      }),
      graph("The store's, a minute", 8, {
        left: [
          named('1006, store unavailable', failures.unavailable),
          named('token store failed', failures.ofTokenStore),
          named('writes throttled', plants.throttles),
          named('reads throttled', tokens.throttles),
          named('writes failed', plants.systemErrors),
          named('reads failed', tokens.systemErrors),
        ],
      }),
      graph("Clients', a minute", 8, {
        left: [named('1001 to 1005', failures.ofClients), refusals(metrics, failures)],
      }),
    );
  }

  private question(text: string): void {
    this.addWidgets(new TextWidget({ markdown: `## ${text}`, width: 24, height: 1 }));
  }
}

function graph(title: string, width: number, props: GraphWidgetProps): GraphWidget {
  return new GraphWidget({
    title,
    width,
    height: 6,
    leftYAxis: { min: 0, showUnits: false },
    ...props,
  });
}

function named(label: string, metric: Metric): IMetric {
  return metric.with({ label, period: Duration.minutes(1) });
}
