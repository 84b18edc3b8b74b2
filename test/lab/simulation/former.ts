import type { Resource, Template } from '../../synthesized.ts';

const minute = 60;
const failed = 'PlantStore Failed';
const served = 'PlantStore Served';
const failing = 'FILL(failed, 0) - 0.06 * (FILL(failed, 0) + FILL(served, 0))';
const slow = '((100 - FILL(inTime, 100)) / 100 - 0.06) * FILL(requests, 0)';

/** The pages of this repository until November 2026, to compare with: their windows and filled denominators. */
export function withFormerPages(template: Template): Template {
  const { Resources } = template;
  const topics = Object.entries(Resources).filter(([, { Type }]) => Type === 'AWS::SNS::Topic');
  const [topic = ''] = topics.map(([id]) => id).filter((id) => id.includes('AlarmTopic'));
  const others = Object.entries(Resources).filter(
    ([, { Type }]) => !Type.startsWith('AWS::CloudWatch::'),
  );
  const AlarmActions = [{ Ref: topic }];
  const alarms: Record<string, Resource> = {
    FailingForMinutes: alarm(failing, { failed, served }, minute, [2, 5], 1),
    FailingForHalfHour: alarm(failing, { failed, served }, 30 * minute, [1, 1], 2),
    UnexpectedFailure: alarm(
      'FILL(unexpected, 0)',
      { unexpected: 'PlantStore UnexpectedFailures' },
      minute,
      [1, 5],
      0,
      { AlarmActions },
    ),
    SlowAnswers: alarm(
      slow,
      { inTime: 'AWS/ApiGateway Latency PR(:2000)', requests: 'AWS/ApiGateway Count SampleCount' },
      30 * minute,
      [1, 1],
      2,
      { AlarmActions },
    ),
  };
  const arns = ['FailingForMinutes', 'FailingForHalfHour'].map((id) => ({
    'Fn::GetAtt': [id, 'Arn'],
  }));
  const AlarmRule = { 'Fn::Join': ['', ['(ALARM("', arns[0], '") OR ALARM("', arns[1], '"))']] };
  const Unavailable = {
    Type: 'AWS::CloudWatch::CompositeAlarm',
    Properties: { AlarmName: 'Unavailable', AlarmRule, AlarmActions },
  };
  return { ...template, Resources: { ...Object.fromEntries(others), ...alarms, Unavailable } };
}

function alarm(
  Expression: string,
  metrics: Readonly<Record<string, string>>,
  Period: number,
  [DatapointsToAlarm, EvaluationPeriods]: readonly [number, number],
  Threshold: number,
  actions: object = {},
): Resource {
  const stats = Object.entries(metrics).map(([Id, metric]) => {
    const [Namespace, MetricName, Stat = 'Sum'] = metric.split(' ');
    return { Id, MetricStat: { Period, Stat, Metric: { Namespace, MetricName } } };
  });
  const Metrics = [{ Id: 'result', Expression }, ...stats];
  const evaluated = { DatapointsToAlarm, EvaluationPeriods, Threshold };
  const compared = {
    ComparisonOperator: 'GreaterThanThreshold',
    TreatMissingData: 'notBreaching',
  };
  const Properties = { AlarmName: Expression, Metrics, ...evaluated, ...compared, ...actions };
  return { Type: 'AWS::CloudWatch::Alarm', Properties };
}
