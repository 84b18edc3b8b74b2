import { Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Color,
  Dashboard,
  GraphWidget,
  type HorizontalAnnotation,
  type IAlarm,
  type MathExpression,
  type Metric,
  PeriodOverride,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { failures } from '../../functions/http/failure.ts';
import { severities } from '../../functions/shared/probe-severity.ts';
import type { Settings } from '../settings.ts';
import { slowSeconds } from './alarm-entry.ts';
import type { ProbeMetrics } from './probe-metrics.ts';
import type { ServiceMetrics } from './service-metrics.ts';

interface ServiceDashboardProps {
  readonly settings: Settings;
  readonly metrics: ServiceMetrics;
  readonly alarms: IAlarm[];
  /** Where it is: a URL, if the stack knows its repository. */
  readonly runbook: string;
  /** The names of the saved queries. */
  readonly queries: readonly string[];
}

/**
 * Four questions, from top to bottom, in the order in which they matter at night. It is free with at most 50 metrics:
 * https://aws.amazon.com/cloudwatch/pricing/
 */
export class ServiceDashboard extends Dashboard {
  constructor(scope: Construct, id: string, props: ServiceDashboardProps) {
    const { stackName, region } = Stack.of(scope);
    super(scope, id, {
      // All regions of an account share the names of dashboards.
      dashboardName: `${stackName}-${region}`,
      defaultInterval: Duration.hours(12),
      // Sums per minute stay sums per minute in a longer time range.
      periodOverride: PeriodOverride.INHERIT,
    });
    const { throttleRate, maxWriteUnits } = props.settings;
    const { account, functionMetrics, gateway, logs, probe, tableUses } = props.metrics;
    const { served, failed } = logs.requests.all;
    const unexpected = failures.unexpected.error;
    const unavailable = failures.unavailable.error;

    this.addWidgets(new TextWidget({ markdown: header(props), width: 24, height: 2 }));

    this.question(
      'Are clients being served?',
      graph({
        title: 'Answers a minute',
        width: 16,
        lines: [
          ['answered 2xx', served.with({ color: Color.GREEN })],
          ['failed by our fault', failed.with({ color: Color.RED })],
          [`2xx that took ${slowSeconds} seconds`, logs.slow.with({ color: Color.PURPLE })],
          // These have also those of the probe.
          ['refused with 429', logs.throttled],
          [
            `4xx, with 429, ${unexpected} and ${unavailable}`,
            gateway.clientErrors.with({ color: Color.ORANGE }),
          ],
          ['5xx: no answer', gateway.serverErrors.with({ color: '#7f0000' })],
        ],
      }),
      new AlarmStatusWidget({ title: 'Alarms', alarms: props.alarms, width: 8, height: 6 }),
    );
    this.question(
      'What fails: our code, the store, a client or the probe?',
      graph({
        title: 'Ours, a minute',
        width: 6,
        lines: [
          [`${unexpected}, unexpected`, logs.unexpected],
          ...functionMetrics.map(({ name, errors }): Line => [`${name} crashed`, errors]),
        ],
      }),
      graph({
        title: "The store's, a minute",
        width: 6,
        lines: [
          [`${unavailable}, store unavailable`, logs.unavailable],
          ...tableUses.flatMap(({ name, throttles, systemErrors }): Line[] => [
            [`${name}: throttled`, throttles],
            [`${name}: failed`, systemErrors],
          ]),
        ],
      }),
      graph({
        title: "Clients' tokens, a minute",
        width: 6,
        lines: [
          ['unknown', logs.unknown],
          ['expired or revoked', logs.allEnded],
        ],
      }),
      ...(probe ? [graph(probeGraph(probe))] : []),
    );
    this.question(
      'What is near its limit?',
      graph({
        title: 'Requests a minute',
        lines: [
          ['requests', gateway.requests],
          ['refused with 429', logs.throttled],
        ],
        limit: { label: 'throttleRate', value: 60 * throttleRate },
      }),
      graph({
        // The account's limit is no metric.
        title: 'Concurrency (limit: aws lambda get-account-settings)',
        lines: [
          ['in the account, at most', account.concurrency],
          ...functionMetrics.map(({ name, throttles }): Line => [`refused: ${name}`, throttles]),
        ],
      }),
      graph({
        title: 'Write units a minute',
        // Two uses of a table draw one line: the CDK leaves out a metric that is there already.
        lines: tableUses.map(({ id, writeUnits }): Line => [id, writeUnits]),
        limit: { label: 'maxWriteUnits', value: 60 * maxWriteUnits },
      }),
    );
    this.question(
      'How fast?',
      graph({
        title: 'Latency, ms',
        lines: [
          ['half of requests', gateway.latency('p50')],
          ['90 %', gateway.latency('p90')],
          ['99 %', gateway.latency('p99')],
        ],
        limit: { label: 'slow', value: 1_000 * slowSeconds },
      }),
      graph({
        title: 'Time in the functions, ms (99 %)',
        lines: functionMetrics.map(({ name, duration }): Line => [name, duration('p99')]),
      }),
      graph({
        title: 'Time in DynamoDB, ms (average)',
        lines: tableUses.map(({ name, latency }): Line => [name, latency('Average')]),
      }),
    );
  }

  private question(text: string, ...widgets: (GraphWidget | AlarmStatusWidget)[]): void {
    this.addWidgets(new TextWidget({ markdown: `## ${text}`, width: 24, height: 1 }));
    this.addWidgets(...widgets);
  }
}

/** What to read and to run next. A link that begins with # stays in the console of CloudWatch. */
function header({ settings, runbook, queries }: ServiceDashboardProps): string {
  const { commit, repositoryUrl } = settings;
  const sentences = [
    repositoryUrl ? `[Runbook](${runbook})` : `Runbook: \`${runbook}\``,
    `[Logs Insights](#logsV2:logs-insights) has these saved queries: ${queries.join(', ')}`,
    // After a roll back by hand, another version is live.
    commit && `Last deployed commit: \`${commit}\``,
  ];
  return sentences.filter(Boolean).join('. ');
}

type Line = readonly [label: string, metric: Metric | MathExpression];

interface Graph {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly limit?: HorizontalAnnotation;
  readonly width?: number;
}

function probeGraph({ errors, failedRuns, runs }: ProbeMetrics): Graph {
  const { certain, uncertain } = severities;
  const failed = `failed: ${uncertain.metricValue}, by our code: ${certain.metricValue}`;
  return {
    title: 'The probe, a minute',
    width: 6,
    lines: [
      ['runs', runs],
      [failed, failedRuns],
      ['ended with an error', errors],
    ],
  };
}

function graph({ title, lines, limit, width = 8 }: Graph): GraphWidget {
  const left = lines.map(([label, metric]) => metric.with({ label, period: Duration.minutes(1) }));
  return new GraphWidget({
    title,
    left,
    width,
    height: 6,
    leftYAxis: { min: 0, showUnits: false },
    ...(limit && { leftAnnotations: [{ ...limit, color: Color.GREY }] }),
  });
}
