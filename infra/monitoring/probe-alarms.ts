import { severities } from '../../functions/shared/probe-severity.ts';
import { page, partOfUnavailable, rollback, ticket } from './alarm-effect.ts';
import type { AlarmEntries, AlarmEntry } from './alarm-entry.ts';
import type { RequestMetrics } from './log-metrics.ts';
import type { ProbeMetrics } from './probe-metrics.ts';

/** The alarms that need the probe: on a night without a client, nobody else calls the service. */
export function probeAlarms(probe: ProbeMetrics, { lines }: RequestMetrics): AlarmEntries {
  const { errors, failedRuns, runs } = probe;
  // The probe counts runs that fail. Of those that succeed, only an instance's first one writes a zero.
  const counted = { metrics: { failedRuns }, formula: 'FILL(failedRuns, 0)' };
  const hurting = [2, 60] as const;
  const { certain, uncertain } = severities;
  const releasing = [uncertain.runsToRollBack, 10] as const;
  // AWS can count a run four minutes late.
  const silent = [7, 7] as const;
  const lost = [30, 30] as const;
  return {
    ProbeFails: {
      meaning: `${runsIn(hurting)} failed.`,
      effect: partOfUnavailable,
      ...counted,
      periods: hurting,
    },
    ProbeRelease: {
      meaning: `${runsIn(releasing)} failed.`,
      effect: rollback('each'),
      ...counted,
      periods: releasing,
    },
    ProbeFaultRelease: {
      meaning: 'The probe got an answer that only a fault of our code can be.',
      effect: rollback('each'),
      ...counted,
      above: uncertain.metricValue,
      periods: [certain.runsToRollBack, 10],
    },
    // A run that cannot start, or that ends by its time limit, does not write that it failed. AWS counts it, and also each run
    // of above, but minutes later and in the minute in which the run began. Added together, one run could be two bad minutes.
    ProbeCrashes: {
      meaning: `${runsIn(hurting)} ended with an error, whatever its reason.`,
      effect: partOfUnavailable,
      metrics: { crashes: errors },
      formula: 'FILL(crashes, 0)',
      periods: hurting,
    },
    ProbeSilent: {
      meaning: `The probe has not run for ${silent[0]} minutes: a quiet outage would go unnoticed.`,
      effect: page,
      metrics: { runs },
      formula: '1 - FILL(runs, 0)',
      periods: silent,
      // A new stage creates its schedule after this alarm.
      needsDataAfterMinutes: 20,
    },
    // Without its lines, most alarms are off: they divide by them.
    AccessLogLost: {
      meaning: `For ${lost[0]} minutes, no request was in the access log, though the probe sends some.`,
      effect: ticket,
      metrics: { lines },
      formula: '1 - FILL(lines, 0)',
      periods: lost,
      needsDataAfterMinutes: 45,
    },
  };
}

function runsIn([bad, all]: AlarmEntry['periods']): string {
  return `Within ${all} minutes, ${bad} runs of the probe`;
}
