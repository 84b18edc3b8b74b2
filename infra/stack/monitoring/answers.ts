import { Duration } from 'aws-cdk-lib';
import { Color, type IMetric, MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { FailureMetrics } from './failure-metrics.ts';
import type { ServiceMetrics } from './service-metrics.ts';

/** What becomes of requests, minute by minute, red where it is our fault; together they are all requests. */
export function answers({ gateway, probe }: ServiceMetrics, failures: FailureMetrics): IMetric[] {
  const { requests, clientErrors, serverErrors } = gateway;
  const { unexpected, unavailable } = failures;
  // In each run of the probe, one of its requests is stored and one is refused.
  const lessProbe = probe ? ' - FILL(runs, 0)' : '';
  const runs = probe && { runs: probe.invocations };
  const series = (
    label: string,
    color: string,
    expression: string,
    usingMetrics: Record<string, Metric>,
  ) => new MathExpression({ period: Duration.minutes(1), label, color, expression, usingMetrics });
  return [
    series(
      '200, stored',
      Color.GREEN,
      `FILL(requests, 0) - FILL(clientErrors, 0) - FILL(serverErrors, 0)${lessProbe}`,
      { requests, clientErrors, serverErrors, ...runs },
    ),
    // To the gateway each 400 is a client's, and 1000 and 1006 are among them.
    series(
      '4xx, refused or wrong',
      Color.ORANGE,
      `FILL(clientErrors, 0) - FILL(unexpected, 0) - FILL(unavailable, 0)${lessProbe}`,
      { clientErrors, unexpected, unavailable, ...runs },
    ),
    series('400, ours: 1000 and 1006', Color.RED, 'FILL(unexpected, 0) + FILL(unavailable, 0)', {
      unexpected,
      unavailable,
    }),
    series('5xx, ours: no answer', darkRed, 'FILL(serverErrors, 0)', { serverErrors }),
  ];
}

const darkRed = '#7f0000';
