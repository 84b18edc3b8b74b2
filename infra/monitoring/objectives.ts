/** The promise to clients, over 30 days. The alarms watch how fast it is used up: https://sre.google/workbook/alerting-on-slos/ */
export const objectives = {
  /** The share of requests that may fail by our fault. A client's mistakes do not count. */
  failedShare: 0.005,
  /** The share of requests that may be slow. */
  slowShare: 0.005,
  /** A write that times out after 1 s and then succeeds is not slow. */
  slowMilliseconds: 2_000,
};

const { failedShare, slowShare } = objectives;

/** How many times too fast: at the rate of a page, the failures of 30 days are used up in 2.5 days, of a ticket in 10. */
const burnRates = { page: 12, ticket: 3 };

/** Up to two bad requests above the share are ignored, because with little traffic they mean nothing. */
const above = 2;

/** When an alarm is on. */
export interface AlarmCondition {
  /** The share of requests from which its metric counts. */
  readonly share?: number;
  /** So many requests are few, or enough. */
  readonly requests?: number;
  /** Its metric is above this value, by default 0. */
  readonly above?: number;
  /** Its metric is below this value. */
  readonly below?: number;
  /** Of a period, by default 1. */
  readonly minutes?: number;
  /** In how many periods, out of the last ones. It leaves room for metrics that come minutes late. */
  readonly periods: readonly [bad: number, of: number];
  /** Missing data is a fault, so many minutes after the alarm was created. Otherwise it never is. */
  readonly needsDataAfterMinutes?: number;
}

/**
 * All numbers of the alarms. Among those that page, a blip of 60 seconds has at most two bad minutes. They stay on
 * for an hour or two after the fault, so that a fault with pauses is one page.
 */
export const alarmConditions = {
  FailingForMinutes: { share: burnRates.page * failedShare, above, periods: [3, 60] },
  FailingForTwoMinutes: { share: 0.08, above, periods: [2, 60] },
  FailingAltogether: { above: 30, periods: [1, 60] },
  FailingAtLowTraffic: { share: 0.5, requests: 10, periods: [4, 120] },
  FailingByGateway: { share: burnRates.page * failedShare, above, periods: [3, 60] },
  ProbeFails: { periods: [2, 3] },
  ProbeFailsAgain: { periods: [3, 60] },
  // A new stage creates its schedule after this alarm.
  ProbeSilent: { periods: [5, 5], needsDataAfterMinutes: 15 },
  SlowAnswers: { share: burnRates.page * slowShare, above, periods: [3, 60] },
  SlowAtLowTraffic: { share: 0.5, requests: 10, periods: [4, 120] },
  // One is enough: it can only be a mistake of ours. Six hours make one ticket of one bug.
  UnexpectedFailure: { periods: [1, 360] },
  BudgetBurn: { share: burnRates.ticket * failedShare, above, minutes: 360, periods: [1, 1] },
  SteadyBurn: { share: failedShare, above, minutes: 3 * 24 * 60, periods: [1, 1] },
  SlownessBurn: { share: burnRates.ticket * slowShare, above, minutes: 360, periods: [1, 1] },
  // Half an hour: a line can come minutes after its request.
  SilentLogs: { requests: 5, below: 1, minutes: 15, periods: [2, 2] },
  SilentFunctionLog: { requests: 5, below: 1, minutes: 15, periods: [2, 2] },
  NearThrottle: { above: 0.85, periods: [3, 5] },
  EndedToken: { minutes: 60, periods: [1, 1] },
  // The gateway remembers a refusal for five minutes, so these are different tokens. The latest ones come late.
  RefusedTokens: { above: 100, minutes: 5, periods: [1, 3] },
  // AWS counts the days twice a day.
  CertificateExpires: { below: 30, minutes: 1440, periods: [1, 1], needsDataAfterMinutes: 2880 },
  // At three requests a second, more than one would roll back 4 % of the good releases.
  CreatePlantRelease: { share: failedShare, above, periods: [2, 10] },
  // The gateway remembers answers for five minutes, so calls are few: hence a longer time and a wider share.
  AuthorizeRelease: { share: 0.01, above, minutes: 15, periods: [1, 1] },
} as const satisfies Record<string, AlarmCondition>;

export type AlarmName = keyof typeof alarmConditions;
