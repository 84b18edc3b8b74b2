/** The metric of the probe's runs. */
export const failedRunsMetric = 'ProbeFailures';

/** What the probe writes into it. A fault of our code rolls a release back after one run, another failure after two. */
export const failedRunsValues = { right: 0, failed: 1, ourFault: 2 } as const;
