import { Duration } from 'aws-cdk-lib';
import { Color, type IMetric, MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { FailureMetrics } from './failure-metrics.ts';
import type { ServiceMetrics } from './service-metrics.ts';

const darkRed = '#7f0000';

/** The answers to clients in each minute. Together they are all requests of clients; our faults are red. */
export function answers({ gateway, probe }: ServiceMetrics, failures: FailureMetrics): IMetric[] {
  const { requests, clientErrors, serverErrors } = gateway;
  const { unexpected, unavailable } = failures;
  const runs = probe?.invocations;
  const stored = 'FILL(requests, 0) - FILL(clientErrors, 0) - FILL(serverErrors, 0)';
  // For the gateway each 400 is a client's, and 1000 and 1006 are among them.
  const refused = 'FILL(clientErrors, 0) - FILL(unexpected, 0) - FILL(unavailable, 0)';
  const ours = 'FILL(unexpected, 0) + FILL(unavailable, 0)';
  return [
    series('200, stored', Color.GREEN, stored, { requests, clientErrors, serverErrors }, runs),
    series(
      '4xx, refused or wrong',
      Color.ORANGE,
      refused,
      { clientErrors, unexpected, unavailable },
      runs,
    ),
    series('400, ours: 1000 and 1006', Color.RED, ours, { unexpected, unavailable }),
    series('5xx, ours: no answer', darkRed, 'FILL(serverErrors, 0)', { serverErrors }),
  ];
}

/** The tokens of clients that were refused. */
export function refusals({ probe }: ServiceMetrics, { refusals }: FailureMetrics): IMetric {
  const expression = 'FILL(refused, 0)';
  return series('tokens refused', undefined, expression, { refused: refusals }, probe?.invocations);
}

/** In each run of the probe, one of its requests is stored and one is refused. */
function series(
  label: string,
  color: string | undefined,
  all: string,
  metrics: Readonly<Record<string, Metric>>,
  runs?: Metric,
): IMetric {
  return new MathExpression({
    period: Duration.minutes(1),
    label,
    ...(color && { color }),
    expression: runs ? `${all} - FILL(runs, 0)` : all,
    usingMetrics: { ...metrics, ...(runs && { runs }) },
  });
}
