/**
 * What clients may rely on, over 30 days. The alarms ask how fast the share that may fail is used up:
 * https://sre.google/workbook/alerting-on-slos/
 */
export const objectives = {
  /** Of the requests that were no mistake of the client, so many may fail by our fault. */
  failedShare: 0.005,
  /** Of all requests, so many may be slow. */
  slowShare: 0.005,
  /** A write that times out after 1 s and succeeds when repeated is not. */
  slowMilliseconds: 2_000,
};

/** How many times faster than would last for 30 days: a page tells of 2.5 days, a ticket of 10. */
export const burnRates = { page: 12, ticket: 3 };

/** More bad requests than that share, before anybody is called: with little traffic, one or two say nothing. */
export const passing = 2;
