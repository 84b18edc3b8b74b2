import { failedRunsMetric } from '../../../functions/shared/probe-severity.ts';
import { resourcesOf, type Template } from '../../setup/synthesized.ts';
import { isTrue } from '../is-true.ts';

// What CloudWatch does with patterns and expressions, by its documents: nobody asked AWS.

/** A filter on the lines of a log, in a template. */
interface Filter {
  readonly FilterPattern: string;
  readonly LogGroupName: { readonly Ref: string };
  readonly MetricTransformations: readonly [
    { readonly MetricName: string; readonly DefaultValue?: number },
  ];
}

export function filtersOf(template?: Template): readonly Filter[] {
  const filters = Object.values(resourcesOf('AWS::Logs::MetricFilter', template));
  return filters.map(({ Properties }) => Properties as unknown as Filter);
}

/** The metrics that count one of these lines of a log. */
export function countedIn(
  logs: RegExp,
  lines: readonly unknown[],
  filters = filtersOf(),
): readonly string[] {
  return filters
    .filter(({ LogGroupName }) => logs.test(LogGroupName.Ref))
    .filter(({ FilterPattern }) => lines.some((line) => matches(FilterPattern, line)))
    .map(({ MetricTransformations: [{ MetricName }] }) => MetricName)
    .toSorted();
}

/**
 * Whether a filter pattern for JSON matches a log record. It is the part of the grammar that is used here, and nothing
 * else: https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
function matches(pattern: string, record: unknown): boolean {
  const [, condition = pattern] = /^\{ (.+) \}$/.exec(pattern) ?? [];
  const present = condition.replaceAll(/\$\.([\w.]+) NOT EXISTS/g, (_, path) =>
    String(valueAt(path, record) === undefined),
  );
  const verdicts = present.replaceAll(
    /\$\.([\w.]+) (!?=) (?:(\d+)|"([^"]*)"|%([^%]*)%)/g,
    (_, path, operator, number, text, expression) => {
      const value = valueAt(path, record);
      // A field that is not there matches neither.
      if (value === undefined) return 'false';
      if (expression) return String(typeof value === 'string' && RegExp(expression).test(value));
      return String((operator === '=') === isEqual(value, number, text));
    },
  );
  return isTrue(verdicts);
}

function valueAt(path: string, record: unknown): unknown {
  const inner = (object: unknown, key: string) =>
    (object as Record<string, unknown> | undefined)?.[key];
  return path.split('.').reduce(inner, record);
}

function isEqual(value: unknown, number: string | undefined, text = ''): boolean {
  if (number !== undefined) return value === Number(number);
  // A star stands for any text, at the end here.
  if (text.endsWith('*')) return typeof value === 'string' && value.startsWith(text.slice(0, -1));
  return value === text;
}

/** What AWS publishes, by namespace and dimensions: an alarm or a graph of anything else would never have a value. */
export const published: Readonly<Record<string, readonly string[]>> = {
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html
  'AWS/ApiGateway by ApiId,Stage': ['4xx', '5xx', 'Count', 'Latency'],
  // https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
  'AWS/Lambda by FunctionName': ['Errors', 'Throttles', 'Invocations', 'Duration'],
  'AWS/Lambda by ': ['ConcurrentExecutions'],
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html
  'AWS/DynamoDB by Operation,TableName': [
    'ThrottledRequests',
    'SystemErrors',
    'SuccessfulRequestLatency',
  ],
  'AWS/DynamoDB by TableName': ['ConsumedWriteCapacityUnits'],
  // https://docs.aws.amazon.com/acm/latest/userguide/cloudwatch-metrics.html
  'AWS/CertificateManager by CertificateArn': ['DaysToExpiry'],
  'PlantStore by ': [
    // The probe writes it itself.
    failedRunsMetric,
    ...filtersOf().map(({ MetricTransformations: [{ MetricName }] }) => MetricName),
  ],
};

export type Values = Readonly<Record<string, number | undefined>>;

/**
 * What a missing value means in an expression. AWS's guide says that it is 0, in arithmetic and in comparisons. Others
 * saw that such an expression has no result. So everything must be right by both.
 */
export const meaningsOfMissing = ['missing is 0', 'missing has no result'] as const;

export type Missing = (typeof meaningsOfMissing)[number];

type Formula = (values: Values, missing: Missing) => number | undefined;

const formulas = new Map<string, Formula>();

/** The same function for the same expression, because making one takes longer than all that is calculated by it. */
function formulaOf(expression: string, names: readonly string[]): Formula {
  const formula = formulas.get(expression) ?? makeFormula(expression, names);
  formulas.set(expression, formula);
  return formula;
}

/**
 * Calculates a metric expression at one moment. It knows arithmetic and FILL, and nothing else:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
function makeFormula(expression: string, names: readonly string[]): Formula {
  const unfilled = expression.replace(/FILL\(\w+, [\d.]+\)/g, '');
  const needed = names.filter((name) => unfilled.match(`\\b${name}\\b`));
  const named = new RegExp(`(?<!\\.)\\b(${names.join('|')})\\b`, 'g');
  const code = expression
    .replaceAll(/FILL\((\w+), ([\d.]+)\)/g, '(values.$1 ?? $2)')
    .replaceAll(named, '(values.$1 ?? 0)');
  const calculate = new Function('values', `return Number(${code});`);
  return (values, missing) => {
    const isAbsent = (name: string) => values[name] === undefined;
    if (missing === 'missing has no result' && needed.some(isAbsent)) return undefined;
    // A result has a time, so one of its parts has a value.
    if (unfilled === expression && names.every(isAbsent)) return undefined;
    const value: number = calculate(values);
    // Division by zero gives no value either.
    return Number.isFinite(value) ? value : undefined;
  };
}

interface Alarm {
  readonly Metrics?: readonly {
    readonly Expression?: string;
    readonly MetricStat?: unknown;
    readonly Id: string;
  }[];
  readonly Threshold: number;
  readonly TreatMissingData: string;
  readonly DatapointsToAlarm: number;
  readonly EvaluationPeriods: number;
}

/** Whether a period with these values is bad for an alarm. A metric that is not given has no value. */
export function isBad(alarm: Alarm, values: Values, missing: Missing): boolean {
  const { Metrics = [], Threshold, TreatMissingData } = alarm;
  const { Expression = '' } = Metrics.find((one) => one.Expression !== undefined) ?? {};
  const ids = Metrics.flatMap(({ Id, MetricStat }) => (MetricStat ? Id : []));
  const value = formulaOf(Expression, ids)(values, missing);
  return value === undefined ? TreatMissingData === 'breaching' : value > Threshold;
}

/** The rule of a composite alarm in a template: texts, with a reference to each alarm. */
export interface AlarmRule {
  readonly 'Fn::Join': readonly [
    separator: '',
    parts: readonly (string | { readonly 'Fn::GetAtt': readonly [id: string, attribute: 'Arn'] })[],
  ];
}

/** Whether a composite alarm is on, while only the alarms with these logical ids are. */
export function isOnBy({ 'Fn::Join': [, parts] }: AlarmRule, ids: readonly string[]): boolean {
  const rule = parts.map((part) => (typeof part === 'string' ? part : part['Fn::GetAtt'][0]));
  const verdicts = rule
    .join('')
    .replaceAll(/ALARM\("(\w+)"\)/g, (_, id) => String(ids.includes(id)))
    .replaceAll('OR', '||')
    .replaceAll('AND', '&&');
  return isTrue(verdicts);
}

/** What is counted in a minute. */
export type Course = (minute: number) => Values;

/** How many minutes later CloudWatch has a metric. */
type Lateness = Readonly<Record<string, number>>;

/**
 * The first of these minutes after which an alarm with periods of a minute is on, or undefined if there is none. Minutes
 * before 0 count, too: the course has them.
 */
export function firstMinuteOn(
  alarm: Alarm,
  course: Course,
  missing: Missing,
  late: Lateness,
  length = 240,
): number | undefined {
  const { DatapointsToAlarm, EvaluationPeriods } = alarm;
  const latest = Math.max(0, ...Object.values(late));
  const verdicts = new Map<string, boolean>();
  /** So many minutes after a minute. It is the same for ever after the latest of its metrics. */
  const isBadAfter = (wait: number, minute: number) => {
    const known = Math.min(wait, latest);
    const key = `${minute} ${known}`;
    const verdict = verdicts.get(key) ?? isBad(alarm, seen(course(minute), late, known), missing);
    verdicts.set(key, verdict);
    return verdict;
  };
  const minutes = Array.from({ length }, (_, minute) => minute);
  return minutes.find((now) => {
    const waits = Array.from({ length: EvaluationPeriods }, (_, wait) => wait);
    const bad = waits.filter((wait) => isBadAfter(wait, now - wait));
    return bad.length >= DatapointsToAlarm;
  });
}

/** Those that CloudWatch has after so many minutes. */
function seen(values: Values, late: Lateness, wait: number): Values {
  return Object.fromEntries(Object.entries(values).filter(([id]) => (late[id] ?? 0) <= wait));
}
