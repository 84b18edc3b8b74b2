import { Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Color,
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
import type { WatchedMetrics } from './formulas.ts';
import { formulas, type ServiceMetrics } from './service-metrics.ts';

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
        'writes throttled': plants.throttles,
        'reads throttled': tokens.throttles,
        'writes failed': plants.systemErrors,
        'reads failed': tokens.systemErrors,
      }),
      graph("Clients', a minute", { left: [refusals(shown)] }),
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

const darkRed = '#7f0000';

/** The answers to clients in each minute. Together they are all requests of clients; our faults are red. */
function answers({ metrics: { gateway, probe }, failures }: WatchedMetrics): IMetric[] {
  const { requests, clientErrors, serverErrors } = gateway;
  const { unexpected, unavailable } = failures;
  const counted = { unexpected, unavailable };
  const formula = formulas({ requests, clientErrors, serverErrors, ...counted, ...runs(probe) });
  const stored = 'FILL(requests, 0) - FILL(clientErrors, 0) - FILL(serverErrors, 0)';
  // For the gateway each 4xx is a client's, and 1000 and 1006 are among them.
  const refused = 'FILL(clientErrors, 0) - FILL(unexpected, 0) - FILL(unavailable, 0)';
  const ours = 'FILL(unexpected, 0) + FILL(unavailable, 0)';
  return [
    formula(1, ofClients(stored, probe, 2), { label: '200, stored', color: Color.GREEN }),
    formula(1, ofClients(refused, probe), {
      label: '4xx: refused, wrong or throttled',
      color: Color.ORANGE,
    }),
    formula(1, ours, { label: '400, ours: 1000 and 1006', color: Color.RED }),
    formula(1, 'FILL(serverErrors, 0)', { label: '5xx, ours: no answer', color: darkRed }),
  ];
}

/** The tokens of clients that were refused. */
function refusals({ metrics: { probe }, failures }: WatchedMetrics): IMetric {
  const formula = formulas({ refused: failures.refusals, ...runs(probe) });
  return formula(1, ofClients('FILL(refused, 0)', probe), { label: 'tokens refused' });
}

function runs(probe: ServiceMetrics['probe']) {
  return probe && { runs: probe.invocations };
}

/** In each run of the probe, two of its requests are stored and one is refused. */
function ofClients(all: string, probe: ServiceMetrics['probe'], each = 1): string {
  return probe ? `${all} - (${each} * FILL(runs, 0))` : all;
}
