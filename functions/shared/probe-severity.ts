/** The metric into which the probe writes its runs. */
export const failedRunsMetric = 'ProbeFailures';

/** What it writes for a run that found nothing wrong. */
export const rightRun = 0;

export interface SeverityFacts {
  /** No later try can change it. */
  readonly isFinal?: true;
  /** What a run writes into the metric if its last try ended so. Without a value, it is no failure. */
  readonly metricValue?: number;
  /** After so many such runs within ten minutes, an alarm takes each release back. */
  readonly runsToRollBack?: number;
}

/** What a wrong answer says of our code, and what follows from it. */
export const severities = {
  /** Nothing. A throttle refused the request, as it refuses those of clients. */
  throttled: {},
  /** It may be right: something else can have failed, which passes by itself. A later try can succeed. */
  uncertain: { metricValue: 1, runsToRollBack: 2 },
  /** It is wrong, or another run of the probe came in between. Two runs do not meet in each try. */
  race: { metricValue: 2, runsToRollBack: 1 },
  /** It is wrong. */
  certain: { metricValue: 2, runsToRollBack: 1, isFinal: true },
} as const satisfies Record<string, SeverityFacts>;

export type Severity = keyof typeof severities;
