import { Stack } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  FilterPattern,
  type ILogGroup,
  type JsonPattern,
  MetricFilter,
  type MetricFilterProps,
} from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { LiveName } from '../../functions/service.ts';
import type { WatchedService } from './watched-service.ts';

/** The logs in which the filters count, and the construct that holds the filters. */
export interface WatchedLogs extends Pick<WatchedService, 'api' | 'liveFunctions'> {
  readonly scope: Construct;
  /** The newest filter of each log. */
  readonly newest: Map<ILogGroup, MetricFilter>;
}

/**
 * Counts lines of the access log, which has one for each request. The metric gets a zero for other lines, so that it has
 * a value whenever there is traffic.
 */
export function createAccessLogFilter(
  logs: WatchedLogs,
  id: string,
  ...conditions: readonly JsonPattern[]
): MetricFilter {
  const pattern = FilterPattern.all(...conditions);
  return addFilter(logs, logs.api.accessLogs, id, pattern, { defaultValue: 0 });
}

/** Counts lines of these functions together, in one metric. */
export function createFunctionFilters(
  logs: WatchedLogs,
  names: readonly LiveName[],
  metricName: string,
  pattern: JsonPattern,
): MetricFilter[] {
  return names.map((name) => {
    const { logGroup } = logs.liveFunctions[name];
    return addFilter(logs, logGroup, `${metricName}By${name}`, pattern, { metricName });
  });
}

/**
 * Counts the lines that match the pattern. The metric has the name of the filter, unless `others` has another.
 *
 * A log gets one filter after the other: two at the same time can end in an OperationAbortedException, and AWS does not say
 * whether CloudFormation then tries again: https://github.com/hashicorp/terraform-provider-aws/issues/7605
 */
export function addFilter(
  { scope, newest }: WatchedLogs,
  logGroup: ILogGroup,
  id: string,
  filterPattern: JsonPattern,
  others: Partial<MetricFilterProps> = {},
): MetricFilter {
  const filter = new MetricFilter(scope, id, {
    logGroup,
    filterPattern,
    metricNamespace: Stack.of(scope).stackName,
    metricName: id,
    metricValue: '1',
    ...others,
  });
  const before = newest.get(logGroup);
  if (before) filter.node.addDependency(before);
  newest.set(logGroup, filter);
  return filter;
}

/** The metric to which these filters add. There is at least one. */
export function metricOf(...filters: readonly MetricFilter[]): Metric {
  return (filters[0] as MetricFilter).metric({ statistic: 'Sum' });
}
