import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  FilterPattern,
  type ILogGroup,
  type JsonPattern,
  MetricFilter,
} from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { failures } from '../../../functions/create-plant/failure.ts';
import { reserved } from '../../../functions/shared/reserved.ts';

export interface FailureMetricsProps {
  readonly namespace: string;
  readonly createPlantLogs: ILogGroup;
  readonly authorizeLogs: ILogGroup;
  readonly accessLogs: ILogGroup;
}

const { all, any, exists, notExists, numberValue, stringValue } = FilterPattern;

/** Counted in the logs, because AWS has no metric for it: for the gateway, each failure of the function is a 400. */
export class FailureMetrics extends Construct {
  /** Error 1000: a bug, or a permission that is missing. */
  readonly unexpected: Metric;
  /** Error 1006: the store was throttled, unreachable or slow. */
  readonly unavailable: Metric;
  /** The errors that a client can correct itself. */
  readonly ofClients: Metric;
  /** The authorizer had no answer: the token store failed. */
  readonly ofTokenStore: Metric;
  /** Tokens that the authorizer refused. */
  readonly refusals: Metric;
  /** Requests of clients that were answered 200. */
  readonly served: Metric;
  /** Requests that failed by our fault: 5xx, throttled by the stage, 1000 and 1006. All others are a client's. */
  readonly failed: Metric;
  /** Refusals of expired and revoked tokens in an hour, for each client by its name. */
  readonly endedTokens: IMetric;

  constructor(scope: Construct, id: string, props: FailureMetricsProps) {
    super(scope, id);
    const { namespace, createPlantLogs, authorizeLogs, accessLogs } = props;
    const count = (
      metricName: string,
      logGroup: ILogGroup,
      filterPattern: JsonPattern,
      id = metricName,
    ): Metric =>
      new MetricFilter(this, id, {
        logGroup,
        filterPattern,
        metricNamespace: namespace,
        metricName,
        metricValue: '1',
        // A line that is not a failure counts as zero, so the metric exists before the first failure.
        defaultValue: 0,
      }).metric({ statistic: 'Sum' });
    const { unexpected, unavailable } = failures;
    const ofClients = Object.values(failures).filter(({ level }) => level === 'info');

    this.unexpected = count('UnexpectedFailures', createPlantLogs, errorIs(unexpected));
    this.unavailable = count('StoreUnavailable', createPlantLogs, errorIs(unavailable));
    this.ofClients = count('ClientFailures', createPlantLogs, errorIs(...ofClients));
    this.ofTokenStore = count('TokenStoreFaults', authorizeLogs, exists('$.message.fault'));
    this.refusals = count('RefusedTokens', authorizeLogs, exists('$.message.refused'));
    this.endedTokens = this.countEndedTokens(props);
    this.served = count('Served', accessLogs, sentByClient('200'));
    // Two filters, one metric: each request has a line in the access log, so it always has a value.
    this.failed = count('Failed', accessLogs, sentByClient('5*', '429'));
    const ours = all(errorIs(unexpected, unavailable), notOfProbe);
    count('Failed', createPlantLogs, ours, 'FailedByCreatePlant');
  }

  /** One alarm for all clients: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create_Metrics_Insights_Alarm.html */
  private countEndedTokens({ namespace, authorizeLogs }: FailureMetricsProps): IMetric {
    const metricName = 'EndedTokens';
    new MetricFilter(this, metricName, {
      logGroup: authorizeLogs,
      filterPattern: all(isAnyOf('$.message.refused', 'expired', 'revoked'), notOfProbe),
      metricNamespace: namespace,
      metricName,
      metricValue: '1',
      dimensions: { client: '$.message.client' },
    });
    return new MathExpression({
      expression: `SELECT SUM(${metricName}) FROM SCHEMA("${namespace}", client) GROUP BY client ORDER BY SUM() DESC`,
      usingMetrics: {},
      period: Duration.hours(1),
    });
  }
}

function errorIs(...failures: readonly { readonly error: number }[]): JsonPattern {
  return any(...failures.map(({ error }) => numberValue('$.message.error', '=', error)));
}

function isAnyOf(field: string, ...texts: readonly string[]): JsonPattern {
  return any(...texts.map((text) => stringValue(field, '=', text)));
}

/** A line of a function that does not name the probe. Without the authorizer, a line has no name. */
const notOfProbe = any(
  notExists('$.message.client'),
  stringValue('$.message.client', '!=', reserved.client),
);

/** Lines of requests with such a status. Those of the probe have its user agent in the access log. */
function sentByClient(...statuses: readonly string[]): JsonPattern {
  const notByProbe = stringValue('$.userAgent', '!=', reserved.userAgent);
  return all(isAnyOf('$.status', ...statuses), notByProbe);
}
