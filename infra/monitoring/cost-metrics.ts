import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { usualUsage } from '../cost/cost-of-requests.ts';
import { gigabyte, prices } from '../cost/prices.ts';
import { memoryMegabytes } from '../service-function.ts';
import type { ServiceMetrics } from './service-metrics.ts';

const hour = { period: Duration.hours(1) };

/** US dollars an hour for each part that grows with use; what is constant is in infra/cost/COST.md. */
export const costMetrics = (metrics: ServiceMetrics, logs: readonly ILogGroup[]): IMetric[] => {
  const { gateway, createPlant, authorize, plants, tokens } = metrics;
  const dollars = (label: string, expression: string, usingMetrics: Record<string, Metric>) =>
    new MathExpression({
      ...hour,
      label,
      expression,
      usingMetrics: Object.fromEntries(
        Object.entries(usingMetrics).map(([id, metric]) => [id, metric.with(hour)]),
      ),
    });
  const perMillisecond = ((memoryMegabytes / 1024) * prices.gigabyteSecond) / 1000;
  return [
    dollars('API Gateway', `FILL(requests, 0) * ${plain(prices.gatewayRequest)}`, {
      requests: gateway.requests,
    }),
    dollars(
      'Lambda',
      `(FILL(creates, 0) + FILL(authorizes, 0)) * ${plain(prices.invocation)} + (FILL(createMs, 0) + FILL(authorizeMs, 0)) * ${plain(perMillisecond)}`,
      {
        creates: createPlant.invocations,
        authorizes: authorize.invocations,
        createMs: createPlant.duration('Sum'),
        authorizeMs: authorize.duration('Sum'),
      },
    ),
    dollars(
      'DynamoDB',
      `FILL(writes, 0) * ${plain(prices.writeUnit)} + FILL(reads, 0) * ${plain(prices.readUnit)}`,
      { writes: plants.consumed, reads: tokens.consumed },
    ),
    dollars(
      'Logs',
      `(${logs.map((_, index) => `FILL(log${index}, 0)`).join(' + ')}) * ${plain(prices.loggedGigabyte / gigabyte)}`,
      Object.fromEntries(logs.map((group, index) => [`log${index}`, incomingBytes(group)])),
    ),
    dollars('Traces', `(${traced('creates')} + ${traced('authorizes')}) * ${plain(prices.trace)}`, {
      creates: createPlant.invocations,
      authorizes: authorize.invocations,
    }),
    dollars(
      'Data out',
      `FILL(requests, 0) * ${plain((usualUsage.answerBytes / gigabyte) * prices.sentGigabyte)}`,
      { requests: gateway.requests },
    ),
  ];
};

// One a second and 5 % of the rest, as if they came evenly: no metric counts traces.
const traced = (calls: string): string =>
  `IF(FILL(${calls}, 0) > 3600, 3600 + 0.05 * (${calls} - 3600), FILL(${calls}, 0))`;

// CloudWatch reads the e of 6e-7 as a metric's name.
const plain = (dollars: number): string => dollars.toFixed(15);

const incomingBytes = ({ logGroupName }: ILogGroup): Metric =>
  new Metric({
    namespace: 'AWS/Logs',
    metricName: 'IncomingBytes',
    dimensionsMap: { LogGroupName: logGroupName },
    statistic: 'Sum',
  });
