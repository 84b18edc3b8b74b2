import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { FailureMetrics } from './failure-metrics.ts';
import type { ServiceMetrics } from './service-metrics.ts';

export interface AlarmDefinition {
  /** What it tells whoever is called at night. */
  readonly meaning: string;
  readonly metric: IMetric;
  readonly threshold: number;
  /** How many periods must reach the threshold, out of how many. */
  readonly periods: readonly [bad: number, of: number];
}

// One is too many: it can only be a mistake of ours.
const atOnce = { threshold: 1, periods: [1, 1] } as const;
// What passes by itself: one bad minute calls nobody.
const lasting = [2, 3] as const;

/** Every alarm of the service; RUNBOOK.md has an entry for each, under the same name. */
export function alarmDefinitions(metrics: ServiceMetrics, failures: FailureMetrics) {
  return {
    UnexpectedFailure: {
      meaning: 'A client was answered error 1000: a bug, or a permission that is missing.',
      metric: perMinute(failures.unexpected),
      ...atOnce,
    },
    StoreUnavailable: {
      meaning: 'One plant in twenty is answered error 1006: its table is throttled, down or slow.',
      // The SDK has repeated the write twice before it gives up, and the client may again.
      metric: percent(failures.unavailable, metrics.createPlant.invocations),
      threshold: 5,
      periods: lasting,
    },
    GatewayErrors: {
      meaning:
        'The gateway answers 5xx to one request in a hundred: a function gave no answer, or no valid one.',
      // The gateway itself fails now and then.
      metric: percent(metrics.gateway.serverErrors, metrics.gateway.requests),
      threshold: 1,
      periods: lasting,
    },
    SlowAnswers: {
      meaning: 'One request in a hundred takes two seconds or longer.',
      // Of a handful of requests, the slowest is a cold start.
      metric: ofEnough(20, metrics.gateway.requests, metrics.gateway.latency('p99')),
      // A write that times out after 1 s and succeeds when repeated stays below.
      threshold: 2_000,
      periods: [4, 5],
    },
    CreatePlantErrors: {
      meaning: 'CreatePlant crashed or ran out of time instead of answering.',
      metric: metrics.createPlant.errors,
      ...atOnce,
    },
    CreatePlantThrottles: {
      meaning: 'Lambda refuses to run CreatePlant: the account is out of concurrency.',
      metric: metrics.createPlant.throttles,
      threshold: 1,
      periods: lasting,
    },
    AuthorizeErrors: {
      meaning:
        'Authorize could not tell yes from no (its store failed, or it has a bug): clients get 500.',
      metric: metrics.authorize.errors,
      // The gateway remembers no fault, so after a passing one the next request succeeds.
      threshold: 1,
      periods: lasting,
    },
    AuthorizeThrottles: {
      meaning: 'Lambda refuses to run Authorize: the account is out of concurrency.',
      metric: metrics.authorize.throttles,
      threshold: 1,
      periods: lasting,
    },
    PlantsThrottled: {
      meaning: 'DynamoDB throttles one write of a plant in ten.',
      // Throttled writes are repeated: a few cost a client time, nothing else.
      metric: percent(metrics.plants.throttles, metrics.createPlant.invocations),
      threshold: 10,
      periods: lasting,
    },
    PlantsSystemErrors: {
      meaning: 'DynamoDB fails at one write of a plant in ten.',
      metric: percent(metrics.plants.systemErrors, metrics.createPlant.invocations),
      threshold: 10,
      periods: lasting,
    },
    TokensThrottled: {
      meaning: 'DynamoDB throttles one read of a token in ten.',
      metric: percent(metrics.tokens.throttles, metrics.authorize.invocations),
      threshold: 10,
      periods: lasting,
    },
    TokensSystemErrors: {
      meaning: 'DynamoDB fails at one read of a token in ten.',
      metric: percent(metrics.tokens.systemErrors, metrics.authorize.invocations),
      threshold: 10,
      periods: lasting,
    },
    RefusedTokens: {
      meaning: 'A burst of refused tokens: someone is guessing, or a client lost its token.',
      // The gateway remembers a refusal for five minutes, so these are about as many different tokens.
      metric: failures.refusals.with({ period: Duration.minutes(5) }),
      threshold: 100,
      periods: [1, 1],
    },
  } satisfies Record<string, AlarmDefinition>;
}

export type AlarmName = keyof ReturnType<typeof alarmDefinitions>;

const minute = { period: Duration.minutes(1) };

function perMinute(metric: Metric): Metric {
  return metric.with(minute);
}

// A share, not a number: it means the same at any traffic. Without traffic there is none.
function percent(part: Metric, whole: Metric): IMetric {
  return new MathExpression({
    ...minute,
    expression: '100 * FILL(part, 0) / whole',
    usingMetrics: { part, whole },
  });
}

function ofEnough(fewest: number, requests: Metric, measured: Metric): IMetric {
  return new MathExpression({
    ...minute,
    expression: `IF(requests >= ${fewest}, measured, 0)`,
    usingMetrics: { requests, measured },
  });
}
