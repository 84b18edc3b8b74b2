import { Color, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { WatchedMetrics } from './alarm-definitions.ts';
import { formulas, type ServiceMetrics } from './service-metrics.ts';

const darkRed = '#7f0000';

/** The answers to clients in each minute. Together they are all requests of clients; our faults are red. */
export function answers({ metrics: { gateway, probe }, failures }: WatchedMetrics): IMetric[] {
  const { requests, clientErrors, serverErrors } = gateway;
  const { unexpected, unavailable, throttled } = failures;
  const counted = { unexpected, unavailable, throttled };
  const formula = formulas({ requests, clientErrors, serverErrors, ...counted, ...runs(probe) });
  const stored = 'FILL(requests, 0) - FILL(clientErrors, 0) - FILL(serverErrors, 0)';
  // For the gateway each 4xx is a client's, and 1000, 1006 and 429 are among them.
  const refused =
    'FILL(clientErrors, 0) - FILL(unexpected, 0) - FILL(unavailable, 0) - FILL(throttled, 0)';
  const ours = 'FILL(unexpected, 0) + FILL(unavailable, 0)';
  return [
    formula(1, ofClients(stored, probe), { label: '200, stored', color: Color.GREEN }),
    formula(1, ofClients(refused, probe), { label: '4xx, refused or wrong', color: Color.ORANGE }),
    formula(1, ours, { label: '400, ours: 1000 and 1006', color: Color.RED }),
    formula(1, 'FILL(throttled, 0)', { label: '429, ours: the throttle', color: Color.PURPLE }),
    formula(1, 'FILL(serverErrors, 0)', { label: '5xx, ours: no answer', color: darkRed }),
  ];
}

/** The tokens of clients that were refused. */
export function refusals({ metrics: { probe }, failures }: WatchedMetrics): IMetric {
  const formula = formulas({ refused: failures.refusals, ...runs(probe) });
  return formula(1, ofClients('FILL(refused, 0)', probe), { label: 'tokens refused' });
}

function runs(probe: ServiceMetrics['probe']) {
  return probe && { runs: probe.invocations };
}

/** In each run of the probe, one of its requests is stored and one is refused. */
function ofClients(all: string, probe: ServiceMetrics['probe']): string {
  return probe ? `${all} - FILL(runs, 0)` : all;
}
