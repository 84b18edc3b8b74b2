import { Duration } from 'aws-cdk-lib';
import { Color, type IMetric, MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { FailureMetrics } from './failure-metrics.ts';
import type { ServiceMetrics } from './service-metrics.ts';

/** The answers to clients in each minute. Together they are all requests of clients; our faults are red. */
export function answers({ gateway, probe }: ServiceMetrics, failures: FailureMetrics): IMetric[] {
  const { requests, clientErrors, serverErrors } = gateway;
  const { unexpected, unavailable } = failures;
  // In each run of the probe, one of its requests is stored and one is refused.
  const lessProbe = probe ? ' - FILL(runs, 0)' : '';
  const runs = probe && { runs: probe.invocations };
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

/** The tokens of clients that were refused: in each run of the probe, one of its own is refused. */
export function refusals({ probe }: ServiceMetrics, { refusals }: FailureMetrics): IMetric {
  const label = 'tokens refused';
  return probe
    ? series(label, undefined, 'FILL(refused, 0) - FILL(runs, 0)', {
        refused: refusals,
        runs: probe.invocations,
      })
    : refusals.with({ label });
}

function series(
  label: string,
  color: string | undefined,
  expression: string,
  usingMetrics: Record<string, Metric>,
): IMetric {
  const period = Duration.minutes(1);
  return new MathExpression({ period, label, expression, usingMetrics, ...(color && { color }) });
}

const darkRed = '#7f0000';
