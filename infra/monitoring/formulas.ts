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

/**
 * The metric of each alarm. AWS says that a missing value is 0; others saw that its expression has no result. A
 * division by zero has none. Each formula is right by both, also if a metric of a log never had a value:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
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

/** How many were bad beyond a share of all. Unlike a share, it is larger for a hundred of two hundred than for one of two. */
function beyond(bad: string, all: string, { share }: { readonly share: number }): string {
  return `${bad} - (${share} * ${all})`;
}

/** No result in a minute in which this metric has no value yet: CloudWatch looks at older minutes instead. */
function ifThere(metric: string, expression: string): string {
  return `(${expression}) * (${metric} / ${metric})`;
}

/** The access log has a line for each request, also if all requests fail. */
function ofLogs({ failed, served, slow }: FailureMetrics) {
  return { failed, served, slow, lines: served.with({ statistic: 'SampleCount' }) };
}

const all = '(failed + served)';

/** Parts of the page Unavailable. */
export function failing({ metrics, failures }: WatchedMetrics) {
  const { requests, serverErrors: errors } = metrics.gateway;
  const { Failing, FailingForHours, FailingByGateway, SlowAnswers } = alarmConditions;
  return defined(
    { ...ofLogs(failures), requests, errors },
    {
      Failing: ifThere('lines', beyond('failed', all, Failing)),
      FailingForHours: ifThere('lines', beyond('failed', all, FailingForHours)),
      // The gateway's own count, for the case that the access log has no line.
      FailingByGateway: ifThere('requests', beyond('errors', 'requests', FailingByGateway)),
      SlowAnswers: ifThere('served', beyond('slow', 'served', SlowAnswers)),
    },
  );
}

/** The probe writes a value itself, and only if a run fails. Its runs are counted by AWS. */
export function probing({ failedRuns, invocations: runs }: NonNullable<ServiceMetrics['probe']>) {
  return defined(
    { failedRuns, runs },
    {
      ProbeFails: 'FILL(failedRuns, 0)',
      ProbeRelease: 'FILL(failedRuns, 0)',
      ProbeFaultRelease: 'FILL(failedRuns, 0)',
      ProbeSilent: '1 - FILL(runs, 0)',
    },
  );
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
  const { requests } = metrics.gateway;
  const { unexpected, endedTokens: EndedToken } = failures;
  return {
    ...defined(
      { ...ofLogs(failures), requests, unexpected },
      {
        UnexpectedFailure: 'FILL(unexpected, 0)',
        BudgetBurn: ifThere('lines', beyond('(failed + slow)', all, alarmConditions.BudgetBurn)),
        NearThrottle: `FILL(requests, 0) / ${60 * throttleRate}`,
      },
    ),
    EndedToken,
  };
}

/** Rolls a release back. It is faster than a page, and means nothing at any other time. */
export function releaseFaults({ metrics, failures }: WatchedMetrics) {
  const { createPlant, authorize } = metrics.live;
  const { CreatePlantRelease, AuthorizeRelease } = alarmConditions;
  return {
    // All calls, also those with a client's mistake: they can fail by our fault, too.
    ...defined(
      { failed: failures.failed, calls: createPlant.invocations },
      { CreatePlantRelease: ifThere('calls', beyond('failed', 'calls', CreatePlantRelease)) },
    ),
    ...defined(
      { crashed: authorize.errors, calls: authorize.invocations },
      { AuthorizeRelease: ifThere('calls', beyond('crashed', 'calls', AuthorizeRelease)) },
    ),
  };
}
