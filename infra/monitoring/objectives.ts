/** The promise to clients, over 30 days: https://sre.google/workbook/alerting-on-slos/ */
export const objectives = {
  /** The share of requests that may fail by our fault or be slow. A client's mistakes do not count. */
  badShare: 0.005,
  /**
   * The milliseconds of a slow answer, in the few signs that a filter knows: two seconds and more. A write that times
   * out after one second and then succeeds is not slow.
   * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/regex-expressions.html
   */
  slow: String.raw`^[2-9]\d\d\d$|^\d\d\d\d\d$`,
};

/** When an alarm is on, and what it tells who reads it. */
export interface AlarmCondition {
  readonly meaning: string;
  /** Its entry in the runbook, if it calls nobody by itself. */
  readonly entry?: string;
  /** The share of requests beyond which its formula counts. */
  readonly share?: number;
  /** Its formula is above this value, by default 0. */
  readonly above?: number;
  /** Its metric is below this value. */
  readonly below?: number;
  /** Of a period, by default 1. */
  readonly minutes?: number;
  /** In how many periods, out of the last ones. It leaves room for metrics that come minutes late. */
  readonly periods: readonly [bad: number, of: number];
  /** Missing data is a fault, so many minutes after the alarm was created or changed. Otherwise it never is. */
  readonly needsDataAfterMinutes?: number;
}

/** A page: the failures of 30 days would be used up in 2.5 days. */
const pageShare = 0.06;
/** So many bad requests above the share are ignored, because with little traffic they mean nothing. */
const above = 2;
/** It calls nobody by itself: it is a part of the page. */
const part = { entry: 'Unavailable' };
/** It calls nobody, and rolls a release back. */
const release = { entry: 'Roll-back' };

/**
 * All numbers of the alarms. Those that page stay on for an hour after the fault, so that a fault with pauses is one
 * page, and 60 seconds have at most two bad minutes.
 */
export const alarmConditions = {
  Failing: {
    meaning: 'In three minutes of the last hour, 6 % of requests failed by our fault.',
    ...{ ...part, share: pageShare, above, periods: [3, 60] },
  },
  FailingForHours: {
    meaning: 'In half of the minutes of six hours, 3 % of requests failed by our fault.',
    // Minutes and not a sum, so that a short outage does not keep it on and hide the next one.
    ...{ ...part, share: pageShare / 2, periods: [180, 360] },
  },
  FailingByGateway: {
    meaning: 'In three minutes of the last hour, the gateway answered 6 % with 5xx.',
    ...{ ...part, share: pageShare, above, periods: [3, 60] },
  },
  ProbeFails: {
    meaning: 'Two runs of the probe failed within an hour.',
    ...{ ...part, periods: [2, 60] },
  },
  SlowAnswers: {
    meaning: 'In three minutes of the last hour, 6 % of the answers 200 took two seconds.',
    ...{ ...part, share: pageShare, above, periods: [3, 60] },
  },
  ProbeSilent: {
    meaning: 'The probe has not run for seven minutes, so nobody would notice a quiet outage.',
    // AWS can count a run four minutes late. A new stage creates its schedule after this alarm.
    ...{ periods: [7, 7], needsDataAfterMinutes: 20 },
  },
  UnexpectedFailure: {
    meaning: 'A client was answered error 1000: a bug, or a permission that is missing.',
    // One is enough: it can only be a mistake of ours. Six hours make one ticket of one bug.
    periods: [1, 360],
  },
  BudgetBurn: {
    meaning: 'Over three days, 1 % of requests failed by our fault or took two seconds.',
    ...{ share: 2 * objectives.badShare, above, minutes: 3 * 24 * 60, periods: [1, 1] },
  },
  NearThrottle: {
    meaning: 'Traffic is above 85 % of what the stage lets pass. Beyond, clients get 429.',
    ...{ above: 0.85, periods: [3, 8] },
  },
  EndedToken: {
    meaning:
      'A client was refused: its token has expired or is revoked. The alarm has its last four characters.',
    ...{ minutes: 60, periods: [1, 1] },
  },
  CertificateExpires: {
    meaning: 'The certificate of the domain ends in less than 30 days, and is not renewed.',
    // AWS counts the days twice a day.
    ...{ below: 30, minutes: 24 * 60, periods: [1, 1], needsDataAfterMinutes: 48 * 60 },
  },
  CreatePlantRelease: {
    meaning: 'Of the requests that reach CreatePlant, 0.5 % fail by our fault.',
    ...{ ...release, share: objectives.badShare, above, periods: [4, 10] },
  },
  AuthorizeRelease: {
    meaning: 'Authorize fails in more than 5 % of calls.',
    // The gateway remembers answers for five minutes, so calls are few: hence a longer time and a wider share.
    ...{ ...release, share: 0.05, periods: [5, 20] },
  },
  ProbeRelease: {
    meaning: 'Two runs of the probe failed within ten minutes.',
    ...{ ...release, periods: [2, 10] },
  },
  ProbeFaultRelease: {
    meaning: 'The probe got an answer that only a fault of our code can be.',
    // The probe writes 2 then, and 1 for any other failure.
    ...{ ...release, above: 1, periods: [1, 10] },
  },
} as const satisfies Record<string, AlarmCondition>;

export type AlarmName = keyof typeof alarmConditions;

/** The page of the alarms that call nobody by themselves: one, because a fault is often slow first. */
export const unavailable = 'Clients get no answer, an error of ours, or wait two seconds for it.';
