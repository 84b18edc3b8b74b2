import { resourcesOf, type Template } from '../../setup/synthesized.ts';

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
  const [, condition] = /^\{ (.+) \}$/.exec(pattern) ?? [];
  const present = condition?.replaceAll(/\$\.([\w.]+) NOT EXISTS/g, (_, path) =>
    String(valueAt(path, record) === undefined),
  );
  const verdicts = present?.replaceAll(
    /\$\.([\w.]+) (!?=) (?:(\d+)|"([^"]*)"|%([^%]*)%)/g,
    (_, path, operator, number, text, expression) => {
      const value = valueAt(path, record);
      // A field that is not there matches neither.
      if (value === undefined) return 'false';
      if (expression) return String(typeof value === 'string' && RegExp(expression).test(value));
      return String((operator === '=') === isEqual(value, number, text));
    },
  );
  if (verdicts === undefined || !/^(true|false|&&|\|\||[() ])+$/.test(verdicts)) {
    throw new Error(`Unknown pattern: ${pattern}`);
  }
  return new Function(`return ${verdicts};`)();
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

export type Values = Readonly<Record<string, number | undefined>>;

/**
 * What a missing value means in an expression. AWS's guide says that it is 0, in arithmetic and in comparisons. Others
 * saw that such an expression has no result. So everything must be right by both.
 */
export const meaningsOfMissing = ['missing is 0', 'missing has no result'] as const;

export type Missing = (typeof meaningsOfMissing)[number];

/**
 * The value of a metric expression at one moment. It knows arithmetic and FILL, and nothing else:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
export function evaluate(expression: string, values: Values, missing: Missing): number | undefined {
  const names = Object.keys(values);
  const unfilled = expression.replace(/FILL\(\w+, [\d.]+\)/g, '');
  const isAbsent = (name: string) => values[name] === undefined;
  const lacks = names.some((name) => isAbsent(name) && unfilled.match(`\\b${name}\\b`));
  if (lacks && missing === 'missing has no result') return undefined;
  // A result has a time, so one of its parts has a value.
  if (unfilled === expression && names.every(isAbsent)) return undefined;
  const named = new RegExp(`(?<!\\.)\\b(${names.join('|')})\\b`, 'g');
  const code = expression
    .replaceAll(/FILL\((\w+), ([\d.]+)\)/g, '(values.$1 ?? $2)')
    .replaceAll(named, '(values.$1 ?? 0)');
  const value: number = new Function('values', `return Number(${code});`)(values);
  // Division by zero gives no value either.
  return Number.isFinite(value) ? value : undefined;
}
