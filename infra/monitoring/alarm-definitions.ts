import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { FailureMetrics } from './failure-metrics.ts';
import { burnRates, objectives, passing } from './objectives.ts';
import { formulas, type ServiceMetrics } from './service-metrics.ts';

export interface AlarmDefinition {
  /** One sentence for the person who reads the alarm. */
  readonly meaning: string;
  /** Has no value in a minute that has no denominator yet: CloudWatch looks at older minutes instead. */
  readonly metric: IMetric;
  /** The alarm is on above this value, by default 0. */
  readonly threshold?: number;
  /** In how many periods, out of how many. It leaves room for metrics that come minutes late. */
  readonly periods: readonly [bad: number, of: number];
  /** Whether it is a fault that there is no data. */
  readonly needsData?: boolean;
}

export interface WatchedMetrics {
  readonly metrics: ServiceMetrics;
  readonly failures: FailureMetrics;
  /** Requests per second that the stage lets pass. */
  readonly throttleRate: number;
}

type Definitions = Readonly<Record<string, AlarmDefinition>>;

/**
 * Minutes that are bad, out of the last ones. A blip of 60 seconds has at most two bad minutes. An alarm stays on
 * for an hour or two after the fault, so that a fault with pauses is one page.
 */
const thriceInAnHour = { threshold: passing, periods: [3, 60] } as const;
const fourTimesInTwoHours = { periods: [4, 120] } as const;
/** The bad requests of one long period. */
const inOnePeriod = { threshold: passing, periods: [1, 1] } as const;
const stateOnly = 'Calls nobody by itself.';

const ofAll = ['FILL(failed, 0)', '(FILL(failed, 0) + served)'] as const;
const slowOfAll = ['(1 - inTimePercent / 100) * requests', 'requests'] as const;

/** Parts of the page Unavailable. */
export function failing({ metrics, failures: { failed, served } }: WatchedMetrics) {
  const { requests, serverErrors } = metrics.gateway;
  const formula = formulas({ failed, served, serverErrors, requests });
  const share = burnRates.page * objectives.failedShare;
  return {
    FailingForMinutes: {
      meaning: `In three minutes of the last hour, 6 % of requests failed by our fault. ${stateOnly}`,
      metric: formula(1, overShare(...ofAll, share)),
      ...thriceInAnHour,
    },
    FailingForTwoMinutes: {
      meaning: `In two minutes of the last hour, 8 % of requests failed by our fault. ${stateOnly}`,
      metric: formula(1, overShare(...ofAll, 0.08)),
      threshold: passing,
      periods: [2, 60],
    },
    FailingAltogether: {
      meaning: `In a minute of the last hour, more than 30 requests failed and none was served. ${stateOnly}`,
      metric: formula(1, '(served == 0) * FILL(failed, 0)'),
      threshold: 30,
      periods: [1, 60],
    },
    FailingAtLowTraffic: {
      meaning: `In four minutes of two hours, more than half of a few requests failed by our fault. ${stateOnly}`,
      metric: formula(1, halfOfFew(...ofAll)),
      ...fourTimesInTwoHours,
    },
    // The gateway's own count, for the case that the access log has no line.
    FailingByGateway: {
      meaning: `In three minutes of the last hour, the gateway answered 6 % of requests with 5xx. ${stateOnly}`,
      metric: formula(1, overShare('FILL(serverErrors, 0)', 'requests', share)),
      ...thriceInAnHour,
    },
  } satisfies Definitions;
}

/** Parts of the page Slow. */
export function slow({ metrics: { gateway, probe } }: WatchedMetrics) {
  const { requests, inTimePercent } = gateway;
  const formula = formulas({ inTimePercent, requests, ...(probe && { runs: probe.invocations }) });
  const seconds = objectives.slowMilliseconds / 1000;
  // The gateway also counts the two requests of the probe.
  const ofClients = probe ? '(requests - 2 * FILL(runs, 0))' : 'requests';
  return {
    SlowAnswers: {
      meaning: `In three minutes of the last hour, 6 % of requests took ${seconds} seconds or longer. ${stateOnly}`,
      metric: formula(1, overShare(...slowOfAll, burnRates.page * objectives.slowShare)),
      ...thriceInAnHour,
    },
    SlowAtLowTraffic: {
      meaning: `In four minutes of two hours, more than half of a few requests took ${seconds} seconds or longer. ${stateOnly}`,
      metric: formula(1, halfOfFew(slowOfAll[0], ofClients)),
      ...fourTimesInTwoHours,
    },
  } satisfies Definitions;
}

type ProbeMetrics = NonNullable<ServiceMetrics['probe']>;

/** Parts of the page Unavailable. The probe also sends requests if no client does. */
export function probeFailing({ errors: wrong, failedRuns }: ProbeMetrics) {
  const formula = formulas({ wrong, failedRuns });
  return {
    ProbeFails: {
      meaning: `In two minutes of three, the probe got a wrong answer or none. ${stateOnly}`,
      // Written by the probe itself, so it is never late. It has values only in minutes of a failed run.
      metric: formula(1, 'failedRuns'),
      periods: [2, 3],
    },
    ProbeFailsAgain: {
      meaning: `In three minutes of the last hour, the probe got a wrong answer or none. ${stateOnly}`,
      // Counted by AWS: also a run that could not write its metric.
      metric: formula(1, 'wrong'),
      periods: [3, 60],
    },
  } satisfies Definitions;
}

export function probeSilent({ invocations: runs }: ProbeMetrics) {
  return {
    ProbeSilent: {
      meaning:
        'The probe has not run for five minutes, so nobody would notice an outage without traffic.',
      metric: formulas({ runs })(1, '1 - FILL(runs, 0)'),
      periods: [5, 5],
      needsData: true,
    },
  } satisfies Definitions;
}

/** AWS stops to count the days when a certificate has expired. */
export function certificateExpires(CertificateArn: string) {
  const days = new Metric({
    namespace: 'AWS/CertificateManager',
    metricName: 'DaysToExpiry',
    dimensionsMap: { CertificateArn },
    statistic: 'Minimum',
  });
  return {
    CertificateExpires: {
      meaning: 'The certificate of the domain expires in less than 30 days, and is not renewed.',
      metric: formulas({ days })(24 * 60, '30 - days'),
      periods: [1, 1],
      needsData: true,
    },
  } satisfies Definitions;
}

/** Somebody looks in the morning. */
export function tickets({ metrics, failures, throttleRate }: WatchedMetrics) {
  const { requests, inTimePercent } = metrics.gateway;
  const { failed, served, unexpected, refusals } = failures;
  const { failedShare, slowShare } = objectives;
  const formula = formulas({
    failed,
    served,
    inTimePercent,
    requests,
    answered: served.with({ statistic: 'SampleCount' }),
    calls: metrics.createPlant.invocations,
    called: unexpected.with({ statistic: 'SampleCount' }),
    unexpected,
    refusals,
  });
  return {
    UnexpectedFailure: {
      meaning: 'A client was answered error 1000: a bug, or a permission that is missing.',
      // One is enough: it can only be a mistake of ours. Six hours make one ticket of one bug.
      metric: formula(1, 'FILL(unexpected, 0)'),
      periods: [1, 360],
    },
    BudgetBurn: {
      meaning: 'For six hours, failures use up in ten days what may fail in thirty.',
      metric: formula(6 * 60, overShare(...ofAll, burnRates.ticket * failedShare)),
      ...inOnePeriod,
    },
    SteadyBurn: {
      meaning: 'For three days, more failed than may fail in the long run.',
      metric: formula(3 * 24 * 60, overShare(...ofAll, failedShare)),
      ...inOnePeriod,
    },
    SlownessBurn: {
      meaning: 'For six hours, slow answers use up in ten days what may be slow in thirty.',
      metric: formula(6 * 60, overShare(...slowOfAll, burnRates.ticket * slowShare)),
      ...inOnePeriod,
    },
    SilentLogs: {
      meaning: 'There are requests, but no lines in a log that the alarms read.',
      // Half an hour: a line may come minutes after its request.
      metric: formula(
        15,
        '(FILL(requests, 0) > 5 && FILL(answered, 0) == 0) + (FILL(calls, 0) > 5 && FILL(called, 0) == 0)',
      ),
      periods: [2, 2],
    },
    NearThrottle: {
      meaning: 'Traffic nears what the stage lets pass; beyond, clients are refused with 429.',
      metric: formula(1, 'FILL(requests, 0)'),
      threshold: 0.85 * throttleRate * 60,
      periods: [3, 5],
    },
    EndedToken: {
      meaning:
        'A client was refused, because its token has expired or is revoked. The alarm names it.',
      metric: failures.endedTokens,
      periods: [1, 1],
    },
    RefusedTokens: {
      meaning: 'A burst of refused tokens: someone is guessing, or a client lost its token.',
      // The gateway remembers a refusal for five minutes, so these are about as many different tokens.
      metric: formula(5, 'FILL(refusals, 0)'),
      threshold: 100,
      // The latest five minutes are not all there yet.
      periods: [1, 3],
    },
  } satisfies Definitions;
}

/** Rolls a release back. It is faster than a page, and means nothing at any other time. */
export function releaseFaults({ metrics, failures }: WatchedMetrics) {
  const { unexpected, unavailable } = failures;
  const of = ({ errors: crashed, invocations: calls }: ServiceMetrics['createPlant']) =>
    formulas({ unexpected, unavailable, crashed, calls });
  return {
    CreatePlantRelease: {
      meaning: 'CreatePlant fails more often than it may while a new version gets its traffic.',
      metric: of(metrics.createPlant)(
        1,
        `FILL(unexpected, 0) + FILL(unavailable, 0) + FILL(crashed, 0) - ${objectives.failedShare} * calls`,
      ),
      // At three requests a second, more than one would roll back 4 % of the good releases.
      threshold: passing,
      periods: [2, 10],
    },
    AuthorizeRelease: {
      meaning: 'Authorize fails more often than it may while a new version gets its traffic.',
      // The gateway remembers answers for five minutes, so calls are few: hence a longer time and a wider share.
      metric: of(metrics.authorize)(15, 'FILL(crashed, 0) - 0.01 * calls'),
      ...inOnePeriod,
    },
  } satisfies Definitions;
}

/** How many were bad beyond a share of all. Unlike a share, it is larger for a hundred of two hundred than for one of two. */
function overShare(bad: string, all: string, share: number): string {
  return `${bad} - ${share} * ${all}`;
}

/** With little traffic, one request is a large share: whether more than half of less than ten were bad. */
function halfOfFew(bad: string, all: string): string {
  return `${bad} > 0.5 * ${all} && ${all} < 10`;
}
