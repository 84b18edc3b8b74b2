/** The promise to clients, over 30 days. The alarms watch how fast it is used up: https://sre.google/workbook/alerting-on-slos/ */
export const objectives = {
  /** The share of requests that may fail by our fault. A client's mistakes do not count. */
  failedShare: 0.005,
  /** The share of requests that may be slow. */
  slowShare: 0.005,
  /** A write that times out after 1 s and then succeeds is not slow. */
  slowMilliseconds: 2_000,
};

/** How many times too fast: at the rate of a page, the failures of 30 days are used up in 2.5 days, of a ticket in 10. */
export const burnRates = { page: 12, ticket: 3 };

/** So many bad requests beyond the share call nobody yet: with little traffic, one or two mean nothing. */
export const passing = 2;
