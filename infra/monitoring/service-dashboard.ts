import { Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Color,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type Metric,
  PeriodOverride,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { ServiceMetrics } from './service-metrics.ts';

/** Three questions, from top to bottom, in the order in which they matter at night. */
export class ServiceDashboard extends Dashboard {
  constructor(scope: Construct, id: string, metrics: ServiceMetrics, alarms: IAlarm[]) {
    const { stackName, region } = Stack.of(scope);
    super(scope, id, {
      // All regions of an account share the names of dashboards.
      dashboardName: `${stackName}-${region}`,
      defaultInterval: Duration.hours(12),
      // Sums per minute stay sums per minute in a longer time range.
      periodOverride: PeriodOverride.INHERIT,
    });
    const { functions, logs, gateway, tables } = metrics;

    this.question(
      'Are clients being served?',
      lines(
        'Answers a minute',
        [
          ['answered 2xx', logs.served.with({ color: Color.GREEN })],
          ['failed by our fault', logs.failed.with({ color: Color.RED })],
          // These two have also those of the probe.
          ['4xx, with 1000 and 1006', gateway.clientErrors.with({ color: Color.ORANGE })],
          ['5xx: no answer', gateway.serverErrors.with({ color: '#7f0000' })],
        ],
        16,
      ),
      new AlarmStatusWidget({ title: 'Alarms', alarms, width: 8, height: 6 }),
    );
    this.question(
      'How fast?',
      lines('Latency, ms', [
        ['half of requests', gateway.latency('p50')],
        ['90 %', gateway.latency('p90')],
        ['99 %', gateway.latency('p99')],
      ]),
      lines(
        'Time in the functions, ms (99 %)',
        functions.map(({ name, duration }) => [name, duration('p99')]),
      ),
      lines(
        'Time in DynamoDB, ms (average)',
        tables.map(({ name, latency }) => [name, latency('Average')]),
      ),
    );
    this.question(
      'What fails: our code, the store or a client?',
      lines('Ours, a minute', [
        ['1000, unexpected', logs.unexpected],
        ...functions.flatMap(({ name, errors, throttles }): Line[] => [
          [`${name} crashed`, errors],
          [`out of concurrency: ${name}`, throttles],
        ]),
      ]),
      lines("The store's, a minute", [
        ['1006, store unavailable', logs.unavailable],
        ...tables.flatMap(({ name, throttles, systemErrors }): Line[] => [
          [`${name}: throttled`, throttles],
          [`${name}: failed`, systemErrors],
        ]),
      ]),
      lines("Clients', a minute", [['unknown tokens', logs.unknown]]),
    );
  }

  private question(text: string, ...widgets: (GraphWidget | AlarmStatusWidget)[]): void {
    this.addWidgets(new TextWidget({ markdown: `## ${text}`, width: 24, height: 1 }));
    this.addWidgets(...widgets);
  }
}

type Line = readonly [label: string, metric: Metric];

function lines(title: string, metrics: readonly Line[], width = 8): GraphWidget {
  const left = metrics.map(([label, metric]) =>
    metric.with({ label, period: Duration.minutes(1) }),
  );
  return new GraphWidget({
    title,
    left,
    width,
    height: 6,
    leftYAxis: { min: 0, showUnits: false },
  });
}
