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

/**
 * What no metric of AWS tells, counted in the logs: to the gateway each failure of the function is a
 * client's, since all are answered 400.
 */
export class FailureMetrics extends Construct {
  /** Error 1000: a bug, or a permission that is missing. */
  readonly unexpected: Metric;
  /** Error 1006: the store was throttled, unreachable or slow. */
  readonly unavailable: Metric;
  /** The errors that a client can mend by itself. */
  readonly ofClients: Metric;
  /** The authorizer had no answer: the token store failed. */
  readonly ofTokenStore: Metric;
  /** Tokens that the authorizer looked at and refused. */
  readonly refusals: Metric;
  /** Requests that got what they asked for. */
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
        // A line that is no failure says so: the metric is there, at zero, before the first failure.
        defaultValue: 0,
      }).metric({ statistic: 'Sum' });
    const mendable = Object.values(failures).filter(({ level }) => level === 'info');

    this.unexpected = count('UnexpectedFailures', createPlantLogs, errorIs(failures.unexpected));
    this.unavailable = count('StoreUnavailable', createPlantLogs, errorIs(failures.unavailable));
    this.ofClients = count(
      'ClientFailures',
      createPlantLogs,
      FilterPattern.any(...mendable.map(errorIs)),
    );
    this.ofTokenStore = count(
      'TokenStoreFaults',
      authorizeLogs,
      FilterPattern.exists('$.message.fault'),
    );
    this.refusals = count(
      'RefusedTokens',
      authorizeLogs,
      FilterPattern.exists('$.message.refused'),
    );
    this.endedTokens = this.countEndedTokens(props);
    this.served = count('Served', accessLogs, ofClients(statusIs('200')));
    // Two filters, one metric: each request has a line in the access log, so that it is never without a value.
    this.failed = count('Failed', accessLogs, ofClients(statusIs('5*'), statusIs('429')));
    const ours = [failures.unexpected, failures.unavailable];
    count(
      'Failed',
      createPlantLogs,
      FilterPattern.all(FilterPattern.any(...ours.map(errorIs)), notOfProbe),
      'FailedByCreatePlant',
    );
  }

  /** One alarm for all clients: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create_Metrics_Insights_Alarm.html */
  private countEndedTokens({ namespace, authorizeLogs }: FailureMetricsProps): IMetric {
    const metricName = 'EndedTokens';
    const refusedAs = (reason: string) =>
      FilterPattern.stringValue('$.message.refused', '=', reason);
    new MetricFilter(this, metricName, {
      logGroup: authorizeLogs,
      filterPattern: FilterPattern.all(
        FilterPattern.any(refusedAs('expired'), refusedAs('revoked')),
        notOfProbe,
      ),
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

function errorIs({ error }: { readonly error: number }): JsonPattern {
  return FilterPattern.numberValue('$.message.error', '=', error);
}

/** A line of a function that does not name the probe. Without the authorizer, a line names nobody. */
const notOfProbe = FilterPattern.any(
  FilterPattern.notExists('$.message.client'),
  FilterPattern.stringValue('$.message.client', '!=', reserved.client),
);

/** Lines of requests with such a status, but not of the probe: their access log has its user agent. */
function ofClients(...statuses: readonly JsonPattern[]): JsonPattern {
  return FilterPattern.all(
    FilterPattern.any(...statuses),
    FilterPattern.stringValue('$.userAgent', '!=', reserved.userAgent),
  );
}

function statusIs(status: string): JsonPattern {
  return FilterPattern.stringValue('$.status', '=', status);
}
