import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { FailureMetrics } from './failure-metrics.ts';
import { type AlarmCondition, type AlarmName, alarmConditions } from './objectives.ts';
import { formulas, type ServiceMetrics } from './service-metrics.ts';

export interface WatchedMetrics {
  readonly metrics: ServiceMetrics;
  readonly failures: FailureMetrics;
  /** Requests per second that the stage lets pass. */
  readonly throttleRate: number;
}

type ProbeMetrics = NonNullable<ServiceMetrics['probe']>;

/**
 * The metric of each alarm. AWS says that a missing value is 0; others saw that its expression has no result. A
 * division by zero has none. Each expression is right by both: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
function defined<Name extends AlarmName>(
  metrics: Readonly<Record<string, Metric>>,
  expressions: Readonly<Record<Name, string>>,
): Record<Name, IMetric> {
  const formula = formulas(metrics);
  const made = Object.entries<string>(expressions).map(([name, expression]) => {
    const { minutes = 1 }: AlarmCondition = alarmConditions[name as Name];
    return [name, formula(minutes, expression)];
  });
  return Object.fromEntries(made);
}

const ofAll = ['failed', '(failed + served)'] as const;
const slowOfAll = ['(1 - inTimePercent / 100) * timed', 'timed'] as const;

/** How many lines the access log had. It has one for each request, also if all requests fail. */
function linesOf({ served }: FailureMetrics): Metric {
  return served.with({ statistic: 'SampleCount' });
}

/** Parts of the page Unavailable. */
export function failing({ metrics, failures }: WatchedMetrics) {
  const { failed, served } = failures;
  const { requests, serverErrors: errors } = metrics.gateway;
  const { FailingForMinutes, FailingForTwoMinutes, FailingByGateway } = alarmConditions;
  return defined(
    { failed, served, lines: linesOf(failures), errors, requests },
    {
      FailingForMinutes: ifThere('lines', overShare(...ofAll, FailingForMinutes)),
      FailingForTwoMinutes: ifThere('lines', overShare(...ofAll, FailingForTwoMinutes)),
      FailingAltogether: ifThere('lines', '(served == 0) * failed'),
      FailingAtLowTraffic: ifThere('lines', ofFew(...ofAll, alarmConditions.FailingAtLowTraffic)),
      // The gateway's own count, for the case that the access log has no line.
      FailingByGateway: ifThere('requests', overShare('errors', 'requests', FailingByGateway)),
    },
  );
}

/** Parts of the page Slow. Two statistics of one metric always have a value together. */
export function slow({ metrics: { gateway, probe } }: WatchedMetrics) {
  const { inTimePercent, timed } = gateway;
  const { SlowAnswers, SlowAtLowTraffic } = alarmConditions;
  // The gateway also counts the two requests of the probe.
  const ofClients = probe ? '(timed - 2 * FILL(runs, 0))' : 'timed';
  return defined(
    { inTimePercent, timed, ...(probe && { runs: probe.invocations }) },
    {
      SlowAnswers: overShare(...slowOfAll, SlowAnswers),
      SlowAtLowTraffic: ifThere('timed', ofFew(slowOfAll[0], ofClients, SlowAtLowTraffic)),
    },
  );
}

/** Parts of the page Unavailable. The probe also sends requests if no client does. */
export function probeFailing({ errors: wrong, failedRuns }: ProbeMetrics) {
  return defined(
    { wrong, failedRuns },
    {
      // Written by the probe itself, so it is never late. It has values only in minutes of a failed run.
      ProbeFails: 'failedRuns',
      // Counted by AWS: also a run that could not write its metric.
      ProbeFailsAgain: 'wrong',
    },
  );
}

export function probeSilent({ invocations: runs }: ProbeMetrics) {
  return defined({ runs }, { ProbeSilent: '1 - FILL(runs, 0)' });
}

/** AWS stops to count the days when a certificate has expired. */
export function certificateExpires(CertificateArn: string) {
  const days = new Metric({
    namespace: 'AWS/CertificateManager',
    metricName: 'DaysToExpiry',
    dimensionsMap: { CertificateArn },
    statistic: 'Minimum',
  });
  return defined({ days }, { CertificateExpires: 'days' });
}

/** Somebody looks in the morning. */
export function tickets({ metrics, failures, throttleRate }: WatchedMetrics) {
  const { requests, inTimePercent, timed } = metrics.gateway;
  const { failed, served, unexpected, refusals, endedTokens: EndedToken } = failures;
  const { BudgetBurn, SteadyBurn, SlownessBurn, SilentLogs, SilentFunctionLog } = alarmConditions;
  const calls = metrics.live.createPlant.invocations;
  const called = unexpected.with({ statistic: 'SampleCount' });
  const ofFailures = { failed, served, lines: linesOf(failures) };
  const others = { inTimePercent, timed, requests, calls, called, unexpected, refusals };
  return {
    ...defined(
      { ...ofFailures, ...others },
      {
        UnexpectedFailure: 'FILL(unexpected, 0)',
        BudgetBurn: ifThere('lines', overShare(...ofAll, BudgetBurn)),
        SteadyBurn: ifThere('lines', overShare(...ofAll, SteadyBurn)),
        SlownessBurn: overShare(...slowOfAll, SlownessBurn),
        // AWS says of IF: if the second metric has no value, it is 0. FILL of a log without a line is not described.
        SilentLogs: `IF(requests > ${SilentLogs.requests}, lines, 1)`,
        SilentFunctionLog: `IF(calls > ${SilentFunctionLog.requests}, called, 1)`,
        NearThrottle: `FILL(requests, 0) / ${60 * throttleRate}`,
        RefusedTokens: 'FILL(refusals, 0)',
      },
    ),
    EndedToken,
  };
}

/** Rolls a release back. It is faster than a page, and means nothing at any other time. */
export function releaseFaults({ metrics, failures }: WatchedMetrics) {
  const { unexpected, unavailable } = failures;
  const { CreatePlantRelease, AuthorizeRelease } = alarmConditions;
  const of = ({ errors: crashed, invocations: calls }: ServiceMetrics['live']['createPlant']) => {
    return { crashed, calls, unexpected, unavailable };
  };
  // A crash counts also if the log is off.
  const bad = '(FILL(unexpected, 0) + FILL(unavailable, 0) + FILL(crashed, 0))';
  const ofCreatePlant = ifThere('calls', overShare(bad, 'calls', CreatePlantRelease));
  const ofAuthorize = ifThere('calls', overShare('crashed', 'calls', AuthorizeRelease));
  return {
    ...defined(of(metrics.live.createPlant), { CreatePlantRelease: ofCreatePlant }),
    ...defined(of(metrics.live.authorize), { AuthorizeRelease: ofAuthorize }),
  };
}

/** No result in a minute in which this metric has no value yet: CloudWatch looks at older minutes instead. */
function ifThere(metric: string, expression: string): string {
  return `(${expression}) * ${metric} / ${metric}`;
}

type Limit = Readonly<Record<'share' | 'requests', number>>;

/** How many were bad beyond a share of all. Unlike a share, it is larger for a hundred of two hundred than for one of two. */
function overShare(bad: string, all: string, { share }: Pick<Limit, 'share'>): string {
  return `${bad} - ${share} * ${all}`;
}

/** With little traffic, one request is a large share: whether a larger share of few requests was bad. */
function ofFew(bad: string, all: string, { share, requests }: Limit): string {
  return `${bad} > ${share} * ${all} && ${all} < ${requests}`;
}
