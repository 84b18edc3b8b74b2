import { Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type GraphWidgetProps,
  type IAlarm,
  type Metric,
  PeriodOverride,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { WatchedMetrics } from './alarm-definitions.ts';
import { answers, refusals } from './dashboard-expressions.ts';

/** Three questions, from top to bottom, in the order in which they matter at night. */
export class ServiceDashboard extends Dashboard {
  constructor(scope: Construct, id: string, shown: WatchedMetrics, alarms: IAlarm[]) {
    const { stackName, region } = Stack.of(scope);
    super(scope, id, {
      // All regions of an account share the names of dashboards.
      dashboardName: `${stackName}-${region}`,
      defaultInterval: Duration.hours(12),
      // Sums per minute stay sums per minute when somebody zooms out.
      periodOverride: PeriodOverride.INHERIT,
    });
    const { metrics, failures } = shown;
    const { gateway, plants, tokens } = metrics;
    const functions = Object.values(metrics.live);

    this.question(
      'Are clients being served?',
      graph('Answers a minute', { width: 16, stacked: true, left: answers(shown) }),
      new AlarmStatusWidget({ title: 'Alarms', alarms, width: 8, height: 6 }),
    );
    this.question(
      'How fast?',
      lines('Latency, ms', {
        'half of requests': gateway.latency('p50'),
        '90 %': gateway.latency('p90'),
        '99 %': gateway.latency('p99'),
      }),
      lines(
        'Time in the functions, ms (99 %)',
        Object.fromEntries(functions.map(({ name, duration }) => [name, duration('p99')])),
      ),
      lines('Time in DynamoDB, ms (average)', {
        'put a plant': plants.latency('Average'),
        'get a token': tokens.latency('Average'),
      }),
    );
    this.question(
      'What fails: our code, the store or a client?',
      lines('Ours, a minute', {
        '1000, unexpected': failures.unexpected,
        ...Object.fromEntries(
          functions.flatMap(({ name, errors, throttles }) => [
            [`${name} crashed`, errors],
            [`out of concurrency: ${name}`, throttles],
          ]),
        ),
      }),
      lines("The store's, a minute", {
        '1006, store unavailable': failures.unavailable,
        'token store failed': failures.ofTokenStore,
        'writes throttled': plants.throttles,
        'reads throttled': tokens.throttles,
        'writes failed': plants.systemErrors,
        'reads failed': tokens.systemErrors,
      }),
      graph("Clients', a minute", {
        left: [...named({ '1001 to 1005': failures.ofClients }), refusals(shown)],
      }),
    );
  }

  private question(text: string, ...widgets: (GraphWidget | AlarmStatusWidget)[]): void {
    this.addWidgets(new TextWidget({ markdown: `## ${text}`, width: 24, height: 1 }));
    this.addWidgets(...widgets);
  }
}

function graph(title: string, props: GraphWidgetProps): GraphWidget {
  return new GraphWidget({
    title,
    width: 8,
    height: 6,
    leftYAxis: { min: 0, showUnits: false },
    ...props,
  });
}

function lines(title: string, metrics: Readonly<Record<string, Metric>>): GraphWidget {
  return graph(title, { left: named(metrics) });
}

function named(metrics: Readonly<Record<string, Metric>>): Metric[] {
  return Object.entries(metrics).map(([label, metric]) =>
    metric.with({ label, period: Duration.minutes(1) }),
  );
}
