import { failedRunsValues } from '../../functions/shared/probe-metric.ts';
import type { AlarmEntries } from './alarms.ts';
import { page, partOfUnavailable, rollback, ticket } from './effect.ts';
import type { RequestMetrics } from './log-metrics.ts';
import type { ProbeMetrics } from './probe-metrics.ts';

/** The alarms that need the probe: on a night without a client, nobody else calls the service. */
export function probeAlarms(probe: ProbeMetrics, { lines }: RequestMetrics): AlarmEntries {
  const { crashes, failedRuns, runs } = probe;
  // The probe counts runs that fail. Of those that succeed, only an instance's first one writes a zero.
  const counted = { metrics: { failedRuns }, formula: 'FILL(failedRuns, 0)' };
  return {
    ProbeFails: {
      meaning: 'Two runs of the probe failed within an hour.',
      effect: partOfUnavailable,
      ...counted,
      periods: [2, 60],
    },
    ProbeRelease: {
      meaning: 'Two runs of the probe failed within ten minutes.',
      effect: rollback('each'),
      ...counted,
      periods: [2, 10],
    },
    ProbeFaultRelease: {
      meaning: 'The probe got an answer that only a fault of our code can be.',
      effect: rollback('each'),
      ...counted,
      above: failedRunsValues.failed,
      periods: [1, 10],
    },
    // A run that cannot start, or that ends by its time limit, does not write that it failed. AWS counts it, and also each run
    // of above, but minutes later and in the minute in which the run began. Added together, one run could be two bad minutes.
    ProbeCrashes: {
      meaning: 'Within an hour, two runs of the probe ended with an error, whatever its reason.',
      effect: partOfUnavailable,
      metrics: { crashes },
      formula: 'FILL(crashes, 0)',
      periods: [2, 60],
    },
    ProbeSilent: {
      meaning: 'The probe has not run for seven minutes: a quiet outage would go unnoticed.',
      effect: page,
      metrics: { runs },
      formula: '1 - FILL(runs, 0)',
      // AWS can count a run four minutes late. A new stage creates its schedule after this alarm.
      periods: [7, 7],
      needsDataAfterMinutes: 20,
    },
    // Without its lines, most alarms are off: they divide by them.
    AccessLogLost: {
      meaning: 'For half an hour, no request was in the access log, though the probe sends some.',
      effect: ticket,
      metrics: { lines },
      formula: '1 - FILL(lines, 0)',
      periods: [30, 30],
      needsDataAfterMinutes: 45,
    },
  };
}
